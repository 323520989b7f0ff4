// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {PaymentProcessor} from "../../../src/v1/PaymentProcessor.sol";
import {LocalFiatToken} from "../../../src/local/LocalFiatToken.sol";
import {IPaymentProcessor} from "../../../src/v1/interfaces/IPaymentProcessor.sol";
import {GasBurner} from "../../support/GasBurner.sol";
import {SlowWallet} from "../../support/SlowWallet.sol";
import {PaymentTest} from "../support/PaymentTest.sol";

contract BatchGasLimitTest is PaymentTest {
    uint256 private constant TRANSACTION_GAS_CAP = 16_777_216; // EIP-7825
    uint256 private constant TRANSACTION_GAS = 21_000;

    function testFuzz_follows_its_formula(uint256 groups, uint256 items) public view {
        groups = between(groups, 0, 60);
        items = between(items, 0, 60);
        uint256 forGroups = groups * processor.GROUP_OVERHEAD_GAS() + items
            * (processor.ITEM_GAS_CAP() + processor.ITEM_OVERHEAD_GAS());
        vm.assertEq(
            processor.batchGasLimit(groups, items),
            processor.BATCH_OVERHEAD_GAS() + (forGroups + processor.GAS_FLOOR()) * 64 / 63,
            "limit"
        );
    }

    function test_leaves_the_full_cap_to_a_call_made_at_the_floor() public view {
        uint256 left = processor.GAS_FLOOR() - processor.ITEM_OVERHEAD_GAS() / 2;
        vm.assertLe(processor.ITEM_GAS_CAP(), left - left / 64, "63/64 of what is left");
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
        processor = new PaymentProcessor(registry, token, address(0), treasury);
        uint256 used = (_gasOf(token, 60) - _gasOf(token, 1)) / 59 - processor.ITEM_GAS_CAP();
        vm.assertLe(used, processor.ITEM_OVERHEAD_GAS(), "gas used");
        vm.assertGt(used, processor.ITEM_OVERHEAD_GAS() / 2, "an item that shows something");
    }

    function test_a_group_uses_at_most_its_share() public {
        uint256 used = (_runsWithin(60, 60, 60, "") - _runsWithin(1, 60, 60, "")) / 59;
        vm.assertLe(used, processor.GROUP_OVERHEAD_GAS(), "gas used");
        vm.assertGt(used, processor.GROUP_OVERHEAD_GAS() / 2, "a group that shows something");
    }

    /// @dev Sends a batch of which the last `good` items settle, with exactly the limit that a transaction would have
    /// left after its own cost. Payers have `code`, unless it would burn all gas and they are good.
    /// @return used Gas that the transaction would have used
    function _runsWithin(uint256 groupCount, uint256 itemCount, uint256 good, bytes memory code)
        private
        returns (uint256 used)
    {
        uint256 state = vm.snapshotState();
        bytes memory data =
            abi.encodeCall(IPaymentProcessor.settleBatch, (_groups(groupCount, itemCount, itemCount - good, code)));
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

    /// @dev Gas of a transaction with one group, whose items all fail in the token.
    function _gasOf(address token, uint256 size) private returns (uint256 used) {
        IPaymentProcessor.Group[] memory groups = oneGroup(new IPaymentProcessor.Item[](size));
        groups[0].token = token;
        for (uint256 i = 0; i < size; ++i) {
            Order memory o = unfundedOrder(i);
            o.token = LocalFiatToken(token);
            groups[0].items[i] = itemOf(o, signIntent(o), signIntent(o));
        }
        bytes memory data = abi.encodeCall(IPaymentProcessor.settleBatch, (groups));
        used = gasleft();
        (bool success,) = address(processor).call(data);
        used = _calldataGas(data) + used - gasleft();
        vm.assertTrue(success, "the batch ran to its end");
    }

    function _groups(uint256 groupCount, uint256 itemCount, uint256 bad, bytes memory code)
        private
        returns (IPaymentProcessor.Group[] memory groups)
    {
        uint256 perGroup = itemCount / groupCount;
        bool burns = bad > 0;
        groups = new IPaymentProcessor.Group[](groupCount);
        for (uint256 g = 0; g < groupCount; ++g) {
            uint256 id = register(vm.addr(1_000 + g));
            groups[g] = IPaymentProcessor.Group(id, address(usdc), new IPaymentProcessor.Item[](perGroup));
            for (uint256 i = 0; i < perGroup; ++i) {
                uint256 seed = g * perGroup + i;
                Order memory o = order(seed);
                o.merchantId = id;
                groups[g].items[i] = item(o);
                if (!burns || seed < bad) vm.etch(o.from, code);
            }
        }
    }

    /// @dev EIP-2028: 16 gas for a byte, 4 for a zero.
    function _calldataGas(bytes memory data) private pure returns (uint256 total) {
        for (uint256 i = 0; i < data.length; ++i) {
            total += data[i] == 0 ? 4 : 16;
        }
    }
}
