// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IPaymentProcessor} from "../../src/interfaces/IPaymentProcessor.sol";
import {GasBurner} from "../support/GasBurner.sol";
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
        _runsWithin(60, 60, 0);
        _runsWithin(1, 60, 0);
        _runsWithin(1, 1, 0);
    }

    function test_suffices_when_every_item_settles_to_a_fresh_payout() public {
        _runsWithin(60, 60, 60);
        _runsWithin(1, 60, 60);
        _runsWithin(1, 1, 1);
    }

    function test_suffices_when_good_items_come_after_bad_ones() public {
        _runsWithin(30, 60, 30);
        _runsWithin(1, 60, 1);
        _runsWithin(1, 50, 25);
    }

    /// @dev Sends a batch whose first items burn their gas and whose last `good` items settle, with exactly the limit
    /// that a transaction would have left after its own cost.
    function _runsWithin(uint256 groupCount, uint256 itemCount, uint256 good) private {
        uint256 state = vm.snapshotState();
        IPaymentProcessor.Group[] memory groups = _groups(groupCount, itemCount, good);
        bytes memory data = abi.encodeCall(IPaymentProcessor.settleBatch, (groups));
        uint256 gasLimit = processor.batchGasLimit(groupCount, itemCount) - TRANSACTION_GAS - _calldataGas(data);
        vm.cool(address(processor));
        vm.cool(address(registry));
        vm.cool(address(usdc));

        (bool success, bytes memory result) = address(processor).call{gas: gasLimit}(data);
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

    function _groups(uint256 groupCount, uint256 itemCount, uint256 good)
        private
        returns (IPaymentProcessor.Group[] memory groups)
    {
        bytes memory burner = address(new GasBurner()).code;
        uint256 perGroup = itemCount / groupCount;
        groups = new IPaymentProcessor.Group[](groupCount);
        for (uint256 g = 0; g < groupCount; ++g) {
            uint256 id = register(vm.addr(1_000 + g));
            groups[g] = IPaymentProcessor.Group(id, address(usdc), new IPaymentProcessor.Item[](perGroup));
            for (uint256 i = 0; i < perGroup; ++i) {
                uint256 seed = g * perGroup + i;
                Order memory o = order(seed);
                o.merchantId = id;
                groups[g].items[i] = item(o);
                if (seed < itemCount - good) vm.etch(o.from, burner);
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
