// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {LocalFiatToken} from "../../../src/local/LocalFiatToken.sol";
import {IPaymentProcessor} from "../../../src/payments/interfaces/IPaymentProcessor.sol";
import {GasBurner} from "../../support/GasBurner.sol";
import {SlowWallet} from "../support/SlowWallet.sol";
import {PaymentTest} from "../support/PaymentTest.sol";

contract BatchGasLimitTest is PaymentTest {
    uint256 private constant TRANSACTION_GAS_CAP = 16_777_216; // EIP-7825
    uint256 private constant TRANSACTION_GAS = 21_000;

    function testFuzz_follows_its_formula(uint256 groups, uint256 items) public view {
        groups = between(groups, 0, 60);
        items = between(items, 0, 60);
        uint256 share = processor.ITEM_GAS_CAP() + processor.ITEM_OVERHEAD_GAS();
        uint256 inGroups = groups * (processor.GROUP_OVERHEAD_GAS() + processor.REGISTRY_GAS_CAP()) + items * share;
        vm.assertEq(
            processor.batchGasLimit(groups, items),
            processor.BATCH_OVERHEAD_GAS() + inGroups * 64 / 63 + groups * processor.GROUP_CALLDATA_GAS() + items
                * processor.ITEM_CALLDATA_GAS(),
            "limit"
        );
        vm.assertEq(
            processor.groupGas(items),
            processor.GROUP_OVERHEAD_GAS() + processor.REGISTRY_GAS_CAP() + items * share,
            "group"
        );
    }

    function test_keeps_the_largest_batch_under_the_cap_of_a_transaction() public view {
        uint256 most = processor.MAX_BATCH_ITEMS();
        vm.assertLe(processor.batchGasLimit(most, most), TRANSACTION_GAS_CAP, "limit");
    }

    function test_suffices_when_every_item_burns_its_gas() public {
        bytes memory code = address(new GasBurner()).code;
        _runsWithin(60, 60, 0, code);
        _runsWithin(1, 60, 0, code);
        _runsWithin(1, 1, 0, code);
    }

    function test_suffices_when_every_item_settles_as_slowly_as_it_can() public {
        bytes memory code = address(new SlowWallet()).code;
        _runsWithin(60, 60, 60, code);
        _runsWithin(1, 60, 60, code);
        _runsWithin(1, 1, 1, code);
    }

    function test_suffices_when_good_items_come_after_bad_ones() public {
        bytes memory code = address(new GasBurner()).code;
        _runsWithin(30, 60, 30, code);
        _runsWithin(1, 60, 1, code);
        _runsWithin(1, 50, 25, code);
    }

    function test_an_item_uses_at_most_its_share() public {
        // A token that burns all it gets: the rest is this contract's own.
        address token = address(new GasBurner());
        accept(token);
        for (uint256 kind = 0; kind < 2; ++kind) {
            uint256 used = (_gasOf(kind, token, 60) - _gasOf(kind, token, 1)) / 59 - processor.ITEM_GAS_CAP();
            vm.assertLe(used, processor.ITEM_OVERHEAD_GAS(), "gas used");
            vm.assertGt(used, processor.ITEM_OVERHEAD_GAS() / 8, "an item that shows something");
        }
    }

    function test_a_group_uses_at_most_its_share() public {
        uint256 used = (_run(0, 60, 60, 60, "") - _run(0, 1, 60, 60, "")) / 59;
        vm.assertLe(used, processor.GROUP_OVERHEAD_GAS(), "gas used");
        vm.assertGt(used, processor.GROUP_OVERHEAD_GAS() / 3, "a group that shows something");
    }

    function _runsWithin(uint256 groupCount, uint256 itemCount, uint256 good, bytes memory code) private {
        _run(0, groupCount, itemCount, good, code);
        _run(1, groupCount, itemCount, good, code);
    }

    /// @dev Sends a batch of which the last `good` items settle, with exactly the limit that a transaction would have
    /// left after its own cost. Payers have `code`, unless it would burn all gas and they are good. Kind 0 has one
    /// signature for each item, kind 1 two.
    /// @return used Gas that the transaction would have used
    function _run(uint256 kind, uint256 groupCount, uint256 itemCount, uint256 good, bytes memory code)
        private
        returns (uint256 used)
    {
        uint256 state = vm.snapshotState();
        bytes memory data = _batch(kind, groupCount, itemCount / groupCount, itemCount - good, code);
        uint256 before = TRANSACTION_GAS + _calldataGas(data);
        uint256 gasLimit = processor.batchGasLimit(groupCount, itemCount) - before;
        vm.cool(address(processor));
        vm.cool(address(registry));
        vm.cool(address(usdc));

        used = gasleft();
        (bool success, bytes memory result) = address(processor).call{gas: gasLimit}(data);
        used = before + used - gasleft();
        vm.assertTrue(success, "the batch ran to its end");
        uint256[] memory okBitmaps = abi.decode(result, (uint256[]));
        uint256 settled;
        for (uint256 g = 0; g < groupCount; ++g) {
            for (uint256 bits = okBitmaps[g]; bits != 0; bits &= bits - 1) {
                settled += 1;
            }
        }
        vm.assertEq(settled, good, "settled items");
        vm.revertToState(state);
    }

    /// @dev Gas of a batch with one group, whose items all fail in the token.
    function _gasOf(uint256 kind, address token, uint256 size) private returns (uint256 used) {
        IPaymentProcessor.Item[] memory items = new IPaymentProcessor.Item[](size);
        bytes memory termsItems;
        for (uint256 i = 0; i < size; ++i) {
            Order memory o = unfundedOrder(i);
            o.token = LocalFiatToken(token);
            items[i] = itemOf(o, signIntent(o), signIntent(o));
            termsItems = bytes.concat(termsItems, packedWith(o, signIntent(o)));
        }
        bytes memory data = _encode(kind, merchantA, token, items, termsItems);
        used = gasleft();
        (bool success,) = address(processor).call(data);
        used -= gasleft();
        vm.assertTrue(success, "the batch ran to its end");
    }

    function _encode(
        uint256 kind,
        uint256 merchantId,
        address token,
        IPaymentProcessor.Item[] memory items,
        bytes memory termsItems
    ) private view returns (bytes memory) {
        IPaymentProcessor.Group[] memory groups = oneGroup(items);
        IPaymentProcessor.TermsGroup[] memory termsGroups = oneTermsGroup(termsItems);
        (groups[0].merchantId, groups[0].token) = (merchantId, token);
        (termsGroups[0].merchantId, termsGroups[0].token) = (merchantId, token);
        if (kind == 1) return abi.encodeCall(IPaymentProcessor.settleBatch, (address(registry), groups));
        return abi.encodeCall(IPaymentProcessor.settleTermsBatch, (address(registry), termsGroups));
    }

    function _batch(uint256 kind, uint256 groupCount, uint256 perGroup, uint256 bad, bytes memory code)
        private
        returns (bytes memory)
    {
        IPaymentProcessor.Group[] memory groups = new IPaymentProcessor.Group[](groupCount);
        IPaymentProcessor.TermsGroup[] memory termsGroups = new IPaymentProcessor.TermsGroup[](groupCount);
        for (uint256 g = 0; g < groupCount; ++g) {
            uint256 id = register(vm.addr(1_000 + g));
            groups[g] = IPaymentProcessor.Group(id, address(usdc), new IPaymentProcessor.Item[](perGroup));
            termsGroups[g] = IPaymentProcessor.TermsGroup(id, address(usdc), "");
            for (uint256 i = 0; i < perGroup; ++i) {
                uint256 seed = g * perGroup + i;
                Order memory o = order(seed);
                o.merchantId = id;
                groups[g].items[i] = item(o);
                termsGroups[g].items = bytes.concat(termsGroups[g].items, packed(o));
                if (bad == 0 || seed < bad) vm.etch(o.from, code);
            }
        }
        if (kind == 1) return abi.encodeCall(IPaymentProcessor.settleBatch, (address(registry), groups));
        return abi.encodeCall(IPaymentProcessor.settleTermsBatch, (address(registry), termsGroups));
    }

    /// @dev EIP-2028: 16 gas for a byte, 4 for a zero.
    function _calldataGas(bytes memory data) private pure returns (uint256 total) {
        for (uint256 i = 0; i < data.length; ++i) {
            total += data[i] == 0 ? 4 : 16;
        }
    }
}
