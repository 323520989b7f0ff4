// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IOperatorRole} from "../../../src/registry/interfaces/IOperatorRole.sol";
import {IRegistryAdmin} from "../../../src/registry/interfaces/IRegistryAdmin.sol";
import {RegistryTest} from "../../payments/support/RegistryTest.sol";

contract VetoOperatorTest is RegistryTest {
    address private immutable announced = named("announced");
    address private immutable second = named("second operator");

    function test_refuses_what_was_announced() public {
        announce();
        vm.expectEmit(address(registry));
        emit IOperatorRole.OperatorChangeVetoed(operator, announced);
        veto(operator);
        vm.assertEq(registry.announcedOperator(), address(0), "announced operator");
        vm.assertEq(registry.announcedOperatorAcceptableAt(), 0, "acceptable at");
        vm.assertEq(registry.operatorVetoedAt(), START, "vetoed at");
        vm.warp(START + 30 days);
        vm.expectRevert(IOperatorRole.NotAnnouncedOperator.selector);
        vm.prank(announced);
        registry.acceptAnnouncedOperator();
    }

    function test_works_after_the_notice_until_the_announced_one_has_accepted() public {
        announce();
        vm.warp(START + 8 days);
        veto(operator);
        vm.assertEq(registry.announcedOperator(), address(0), "announced operator");
    }

    function test_is_there_once_in_an_operators_term() public {
        announce();
        veto(operator);
        vm.warp(START + 100 days);
        announce();
        refuseVeto(operator, START);
        accept();
        vm.assertEq(registry.operator(), announced, "operator");
    }

    function test_is_not_there_anew_for_an_operator_who_was_handed_the_role_while_an_announcement_runs() public {
        announce();
        veto(operator);
        vm.warp(START + 100 days);
        announce();
        handOver(operator, second);
        vm.assertEq(registry.announcedOperator(), announced, "the announcement stays");
        refuseVeto(second, START);
        accept();
        vm.assertEq(registry.operator(), announced, "operator");
    }

    /// @dev Else a thief would veto, and hand the role to itself in the same transaction.
    function testFuzz_is_not_there_anew_within_seven_days_of_a_veto(uint256 wait) public {
        announce();
        veto(operator);
        wait = between(wait, 0, 14 days);
        vm.warp(START + wait);
        handOver(operator, second);
        announce();
        if (wait < 7 days) refuseVeto(second, START);
        else veto(second);
        vm.assertEq(registry.announcedOperator(), wait < 7 days ? announced : address(0), "announced operator");
    }

    function test_goes_over_unspent_with_a_hand_over() public {
        announce();
        handOver(operator, second);
        veto(second);
        vm.assertEq(registry.announcedOperator(), address(0), "announced operator");
    }

    function test_is_there_anew_for_an_announced_operator() public {
        announce();
        veto(operator);
        announce();
        accept();
        vm.assertEq(registry.operatorVetoedAt(), 0, "vetoed at");
        vm.prank(admin);
        registry.announceOperator(second);
        veto(announced);
        vm.assertEq(registry.announcedOperator(), address(0), "announced operator");
    }

    function test_refuses_when_nothing_was_announced() public {
        vm.expectRevert(IRegistryAdmin.NothingAnnounced.selector);
        veto(operator);
    }

    function testFuzz_refuses_everyone_but_the_operator(address caller) public {
        vm.assume(caller != operator);
        announce();
        vm.expectRevert(IOperatorRole.NotOperator.selector);
        veto(caller);
        vm.expectRevert(IOperatorRole.NotOperator.selector);
        veto(admin);
    }

    function announce() private {
        vm.prank(admin);
        registry.announceOperator(announced);
    }

    function accept() private {
        vm.warp(block.timestamp + 7 days);
        vm.prank(announced);
        registry.acceptAnnouncedOperator();
    }

    function veto(address by) private {
        vm.prank(by);
        registry.vetoOperator();
    }

    function refuseVeto(address by, uint256 vetoedAt) private {
        vm.expectRevert(abi.encodeWithSelector(IOperatorRole.VetoSpent.selector, vetoedAt));
        veto(by);
    }

    function handOver(address from, address to) private {
        vm.prank(from);
        registry.transferOperator(to);
        vm.prank(to);
        registry.acceptOperator();
    }
}
