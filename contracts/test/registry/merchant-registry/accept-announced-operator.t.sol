// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IOperatorRole} from "../../../src/registry/interfaces/IOperatorRole.sol";
import {IRegistryAdmin} from "../../../src/registry/interfaces/IRegistryAdmin.sol";
import {RegistryTest} from "../../payments/support/RegistryTest.sol";

contract AcceptAnnouncedOperatorTest is RegistryTest {
    address private immutable announced = named("announced");

    function setUp() public override {
        super.setUp();
        vm.prank(admin);
        registry.announceOperator(announced);
    }

    function testFuzz_takes_over_after_the_notice_and_not_before(uint256 wait) public {
        wait = between(wait, 0, 14 days);
        vm.warp(START + wait);
        if (wait < 7 days) {
            vm.expectRevert(abi.encodeWithSelector(IRegistryAdmin.NoticeNotOver.selector, START + 7 days));
        } else {
            vm.expectEmit(address(registry));
            emit IOperatorRole.OperatorTransferred(operator, announced);
        }
        vm.prank(announced);
        registry.acceptAnnouncedOperator();
        vm.assertEq(registry.operator(), wait < 7 days ? operator : announced, "operator");
    }

    function test_takes_over_at_the_very_end_of_the_notice() public {
        takeOver();
        vm.assertEq(registry.announcedOperator(), address(0), "announced operator");
        vm.assertEq(registry.announcedOperatorAcceptableAt(), 0, "acceptable at");
        vm.expectRevert(IOperatorRole.NotAnnouncedOperator.selector);
        vm.prank(announced);
        registry.acceptAnnouncedOperator();
    }

    function test_operates_and_the_predecessor_does_not() public {
        takeOver();
        vm.prank(announced);
        registry.suspend(merchantId, 0);
        vm.expectRevert(IOperatorRole.NotOperator.selector);
        vm.prank(operator);
        registry.reactivate(merchantId);
    }

    function test_voids_what_the_lost_operator_offered() public {
        // A finder of the lost key could otherwise take the role back.
        vm.prank(operator);
        registry.transferOperator(named("thief"));
        takeOver();
        vm.expectRevert(IOperatorRole.NotPendingOperator.selector);
        vm.prank(named("thief"));
        registry.acceptOperator();
    }

    function testFuzz_refuses_everyone_else(address caller) public {
        vm.assume(caller != announced);
        vm.warp(START + 7 days);
        vm.expectRevert(IOperatorRole.NotAnnouncedOperator.selector);
        vm.prank(caller);
        registry.acceptAnnouncedOperator();
    }

    function takeOver() private {
        vm.warp(START + 7 days);
        vm.prank(announced);
        registry.acceptAnnouncedOperator();
    }
}
