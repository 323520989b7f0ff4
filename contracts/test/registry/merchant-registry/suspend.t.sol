// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IMerchantRegistry} from "../../../src/registry/interfaces/IMerchantRegistry.sol";
import {IOperatorRole} from "../../../src/registry/interfaces/IOperatorRole.sol";
import {RegistryTest} from "../../payments/support/RegistryTest.sol";

contract SuspendTest is RegistryTest {
    function testFuzz_settles_strictly_before_the_time_given(uint256 settleUntil, uint256 now_) public {
        settleUntil = between(settleUntil, 0, START + registry.MAX_SETTLE_AHEAD());
        now_ = between(now_, START, START + 2 * uint256(registry.MAX_SETTLE_AHEAD()));
        vm.expectEmit(address(registry));
        emit IMerchantRegistry.MerchantSuspended(merchantId, uint48(settleUntil));
        suspend(merchantId, settleUntil);

        vm.warp(now_);
        vm.assertEq(isPayable(merchantId), now_ < settleUntil, "payable");
        vm.assertEq(statusOf(merchantId), uint256(IMerchantRegistry.Status.Suspended), "status");
        vm.assertEq(registry.get(merchantId).settleUntil, settleUntil, "settle until");
    }

    function test_takes_the_last_second_of_130_days_and_none_after_it() public {
        uint48 latest = uint48(START + 130 days);
        vm.expectRevert(abi.encodeWithSelector(IMerchantRegistry.SettleUntilTooFar.selector, latest + 1, latest));
        vm.prank(operator);
        registry.suspend(merchantId, latest + 1);
        vm.assertEq(statusOf(merchantId), uint256(IMerchantRegistry.Status.Active), "refused");
        suspend(merchantId, latest);
        vm.assertEq(registry.get(merchantId).settleUntil, latest, "settle until");
        vm.warp(latest - 1);
        vm.assertTrue(isPayable(merchantId), "the last second");
        vm.warp(latest);
        vm.assertFalse(isPayable(merchantId), "over");
    }

    function testFuzz_refuses_a_time_too_far_ahead(uint48 settleUntil) public {
        uint48 latest = uint48(START) + registry.MAX_SETTLE_AHEAD();
        vm.assertEq(latest, START + 130 days, "130 days");
        vm.assume(settleUntil > latest);
        vm.expectRevert(abi.encodeWithSelector(IMerchantRegistry.SettleUntilTooFar.selector, settleUntil, latest));
        vm.prank(operator);
        registry.suspend(merchantId, settleUntil);
    }

    function testFuzz_changes_nothing_when_already_suspended(uint48 again) public {
        suspend(merchantId, START + 10 days);
        vm.recordLogs();
        vm.prank(operator);
        registry.suspend(merchantId, again);

        vm.assertEq(vm.getRecordedLogs().length, 0, "no event");
        vm.assertEq(registry.get(merchantId).settleUntil, START + 10 days, "settle until");
    }

    function test_refuses_a_closed_merchant() public {
        close(merchantId);
        vm.expectRevert(badStatus(IMerchantRegistry.Status.Closed));
        vm.prank(operator);
        registry.suspend(merchantId, uint48(START));
    }

    function test_refuses_an_unknown_merchant() public {
        vm.expectRevert(unknown(9));
        vm.prank(operator);
        registry.suspend(9, uint48(START));
    }

    function testFuzz_refuses_everyone_but_the_operator(address caller) public {
        vm.assume(caller != operator);
        vm.expectRevert(IOperatorRole.NotOperator.selector);
        vm.prank(caller);
        registry.suspend(merchantId, uint48(START));
    }
}
