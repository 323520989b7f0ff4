// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {ISubscriptionManager} from "../../src/subscriptions/interfaces/ISubscriptionManager.sol";
import {IGroupGas} from "../../src/core/interfaces/IGroupGas.sol";
import {Vm} from "../support/Vm.sol";
import {OddTokenTest} from "./support/OddTokenTest.sol";

/// @dev A charge never fails for want of gas: either the whole batch reverts, or everything has what it needs.
contract ChargeBatchGasTest is OddTokenTest {
    uint256 private constant SIZE = 3;

    /// forge-config: default.fuzz.runs = 96
    function testFuzz_charges_everything_or_reverts(uint256 gasLimit) public {
        _expectAllOrNothing(between(gasLimit, 20_000, 3_000_000), _euros());
    }

    function test_charges_everything_with_the_least_gas_that_does_not_revert() public {
        ISubscriptionManager.ChargeGroup[] memory groups = _euros();
        uint256 least = _least(groups, manager.batchGasLimit(1, SIZE));
        vm.assertTrue(_expectAllOrNothing(least, groups), "charged");
    }

    function test_says_that_the_gas_was_not_enough() public {
        ISubscriptionManager.ChargeGroup[] memory groups = _euros();
        (bool success, bytes memory reason) = _send(groups, manager.groupGas(SIZE));
        vm.assertFalse(success, "reverted");
        vm.assertEq(reason, err(IGroupGas.InsufficientGas.selector), "reason");
    }

    /// forge-config: default.fuzz.runs = 24
    function testFuzz_an_item_gets_its_whole_cap_whatever_came_before(uint256 before, uint256 gasLimit) public {
        ISubscriptionManager.Charge[] memory items = due(between(before, 0, 59) + 1);
        uint256 last = items.length - 1;
        for (uint256 i = 0; i < last; ++i) {
            items[i].amount = token.BURN();
        }
        items[last].amount = token.TELL();
        uint256 least = manager.groupGas(items.length) * 64 / 63 + 50_000;
        bytes[] memory reasons = _reasons(items, between(gasLimit, least, 40_000_000));
        for (uint256 i = 0; i < last; ++i) {
            vm.assertEq(reasons[i].length, 0, "a reason of an item that burned its gas");
        }
        bytes memory told = reasons[last];
        vm.assertEq(told.length, 36, "a reason with the gas");
        uint256 seen;
        assembly ("memory-safe") {
            seen := mload(add(told, 0x24))
        }
        vm.assertLe(seen, manager.ITEM_GAS_CAP(), "no more than the cap");
        vm.assertGt(seen, manager.ITEM_GAS_CAP() - 1_000, "the cap, less the dispatch");
    }

    function test_cuts_a_reason_that_would_cost_more_than_an_item_has() public {
        ISubscriptionManager.Charge[] memory items = due(60);
        for (uint256 i = 0; i < items.length; ++i) {
            items[i].amount = token.RAMBLE();
        }
        bytes[] memory reasons = _reasons(items, manager.batchGasLimit(1, 60));
        vm.assertEq(reasons.length, 60, "each item is reported");
        vm.assertEq(reasons[59], new bytes(256), "256 bytes");
    }

    function test_keeps_a_reason_of_up_to_256_bytes_whole() public {
        ISubscriptionManager.Charge[] memory items = due(4);
        for (uint256 i = 0; i < items.length; ++i) {
            items[i].amount = token.REASON() + 254 + i;
        }
        bytes[] memory reasons = _reasons(items, manager.batchGasLimit(1, 4));
        for (uint256 i = 0; i < items.length; ++i) {
            vm.assertEq(reasons[i], _counted(i < 2 ? 254 + i : 256), "the token's own words");
        }
    }

    function test_a_group_gets_the_same_gas_with_the_least_that_does_not_revert() public {
        token.setPayoutGas(token.TELL_PAYOUT());
        ISubscriptionManager.ChargeGroup[] memory groups = oddGroup(due(1));
        uint256 ample = manager.batchGasLimit(1, 1);
        bytes memory told = _groupReason(groups, 2 * ample);
        vm.assertEq(told.length, 36, "a reason with the gas");
        uint256 least = _least(groups, ample);
        vm.assertEq(_groupReason(groups, least), told, "gas of the payout");
        // Before the check is the call's own decoding, after it the call. Nothing else is asked for.
        vm.assertLe(least, manager.groupGas(1) * 64 / 63 + 12_000, "slack");
        (bool success, bytes memory reason) = _send(groups, least - 1);
        vm.assertFalse(success, "reverted");
        vm.assertEq(reason, err(IGroupGas.InsufficientGas.selector), "reason");
    }

    function test_counts_as_refused_what_the_token_did_not_confirm() public {
        ISubscriptionManager.Charge[] memory items = due(3);
        (items[0].amount, items[1].amount) = (token.DENY(), token.SILENCE());
        vm.prank(keeper);
        vm.assertEq(manager.chargeBatch(address(registry), oddGroup(items))[0], 4, "bitmap");
        vm.assertEq(manager.get(items[0].id).number, 0, "denied");
        vm.assertEq(manager.get(items[1].id).number, 0, "silent");
        vm.prank(keeper);
        vm.expectRevert();
        manager.charge(items[0]);
    }

    function test_a_group_without_a_reason_takes_nobody_down() public {
        token.setPayoutGas(900_000);
        ISubscriptionManager.ChargeGroup[] memory two = new ISubscriptionManager.ChargeGroup[](2);
        two[0] = oddGroup(due(1))[0];
        two[1] = _euros()[0];
        vm.expectEmit(address(manager));
        emit ISubscriptionManager.ChargeGroupFailed(address(registry), merchantA, address(token), 0, 1, "");
        uint256 limit = manager.batchGasLimit(2, 1 + SIZE);
        (bool success, bytes memory result) = _send(two, limit);
        vm.assertTrue(success, "the batch went on");
        uint256[] memory ok = abi.decode(result, (uint256[]));
        vm.assertEq(ok[0], 0, "first");
        vm.assertEq(ok[1], 2 ** SIZE - 1, "second");
        vm.assertEq(manager.get(two[0].items[0].id).number, 0, "as it was");
    }

    /// @dev Charges in a sound token.
    function _euros() private returns (ISubscriptionManager.ChargeGroup[] memory groups) {
        groups = oneChargeGroup(new ISubscriptionManager.Charge[](SIZE));
        groups[0].token = address(eurc);
        uint256 startAt = block.timestamp + 1 days;
        for (uint256 i = 0; i < SIZE; ++i) {
            Plan memory p = unfundedPlan(100 + i);
            (p.terms.token, p.terms.startAt) = (address(eurc), startAt);
            mint(eurc, p.terms.payer, CAP);
            groups[0].items[i] = chargeOf(subscribe(p), 0, 0, PRICE);
        }
        vm.warp(startAt);
    }

    function _send(ISubscriptionManager.ChargeGroup[] memory groups, uint256 gasLimit)
        private
        returns (bool success, bytes memory result)
    {
        bytes memory data = abi.encodeCall(ISubscriptionManager.chargeBatch, (address(registry), groups));
        vm.prank(keeper);
        return address(manager).call{gas: gasLimit}(data);
    }

    function _expectAllOrNothing(uint256 gasLimit, ISubscriptionManager.ChargeGroup[] memory groups)
        private
        returns (bool success)
    {
        bytes memory result;
        (success, result) = _send(groups, gasLimit);
        if (success) vm.assertEq(abi.decode(result, (uint256[]))[0], 2 ** SIZE - 1, "bitmap");
    }

    /// @return high The lowest limit with which the batch does not revert
    function _least(ISubscriptionManager.ChargeGroup[] memory groups, uint256 high) private returns (uint256) {
        uint256 low = 21_000;
        while (high - low > 1) {
            uint256 middle = (low + high) / 2;
            uint256 state = vm.snapshotState();
            (bool success,) = _send(groups, middle);
            vm.revertToState(state);
            if (success) high = middle;
            else low = middle;
        }
        return high;
    }

    /// @return reason Why the only group failed
    function _groupReason(ISubscriptionManager.ChargeGroup[] memory groups, uint256 gasLimit)
        private
        returns (bytes memory reason)
    {
        uint256 state = vm.snapshotState();
        vm.recordLogs();
        (bool success,) = _send(groups, gasLimit);
        vm.assertTrue(success, "the batch ran to its end");
        Vm.Log[] memory logs = vm.getRecordedLogs();
        for (uint256 i = 0; i < logs.length; ++i) {
            if (logs[i].topics[0] != ISubscriptionManager.ChargeGroupFailed.selector) continue;
            (,, reason) = abi.decode(logs[i].data, (uint256, uint256, bytes));
        }
        vm.revertToState(state);
    }

    /// @dev The bytes 1, 2, 3, …
    function _counted(uint256 size) private pure returns (bytes memory bytes_) {
        bytes_ = new bytes(size);
        for (uint256 i = 0; i < size; ++i) {
            bytes_[i] = bytes1(uint8(i + 1));
        }
    }

    /// @return reasons Why each item failed
    function _reasons(ISubscriptionManager.Charge[] memory items, uint256 gasLimit)
        private
        returns (bytes[] memory reasons)
    {
        vm.recordLogs();
        (bool success,) = _send(oddGroup(items), gasLimit);
        vm.assertTrue(success, "the batch ran to its end");
        Vm.Log[] memory logs = vm.getRecordedLogs();
        reasons = new bytes[](items.length);
        uint256 found;
        for (uint256 i = 0; i < logs.length; ++i) {
            if (logs[i].topics[0] != ISubscriptionManager.ChargeFailed.selector) continue;
            (, reasons[found++]) = abi.decode(logs[i].data, (uint256, bytes));
        }
        vm.assertEq(found, items.length, "failures");
    }
}
