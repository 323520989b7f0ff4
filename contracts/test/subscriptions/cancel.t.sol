// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {ISubscriptionManager} from "../../src/subscriptions/interfaces/ISubscriptionManager.sol";
import {SubscriptionTest} from "./support/SubscriptionTest.sol";

contract CancelTest is SubscriptionTest {
    Plan private p;
    bytes32 private id;

    function setUp() public override {
        super.setUp();
        p = plan(1);
        id = subscribe(p);
    }

    function test_is_for_payer_owner_and_operator() public {
        address[3] memory allowed = [p.terms.payer, owner, operator];
        for (uint256 i = 0; i < allowed.length; ++i) {
            uint256 state = vm.snapshotState();
            vm.expectEmit(address(manager));
            emit ISubscriptionManager.SubscriptionCancelled(address(registry), id, allowed[i], merchantA);
            vm.prank(allowed[i]);
            manager.cancel(id);
            vm.assertTrue(manager.get(id).cancelled, "cancelled");
            vm.revertToState(state);
        }
    }

    function test_is_for_nobody_else() public {
        address[5] memory others = [keeper, relayer, payoutA, treasury, plan(2).terms.payer];
        for (uint256 i = 0; i < others.length; ++i) {
            _refused(others[i], _call(id), notAuthorized(others[i]));
        }
    }

    function test_works_once_and_for_good() public {
        vm.prank(owner);
        manager.cancel(id);
        _refused(p.terms.payer, _call(id), err(ISubscriptionManager.NotActive.selector, id));
        vm.assertEq(manager.nextChargeAt(id), 0, "never again");
        vm.assertEq(manager.get(id).remaining, CAP - PRICE, "the rest stays as it was");
        vm.assertEq(manager.get(id).number, 1, "number");
    }

    function test_cannot_enrol_the_same_intent_again() public {
        vm.prank(owner);
        manager.cancel(id);
        refuseSubscribe(p, err(ISubscriptionManager.AlreadyEnrolled.selector, id));
    }

    function test_stops_the_first_charge_of_what_has_not_begun() public {
        Plan memory later = plan(2);
        later.terms.startAt = START + 1 days;
        bytes32 other = subscribe(later);
        vm.prank(later.terms.payer);
        manager.cancel(other);
        pass(1 days);
        refuseCharge(other, 0, 0, PRICE, err(ISubscriptionManager.NotActive.selector, other));
    }

    function test_refuses_what_is_over_or_is_not() public {
        bytes memory reason = err(ISubscriptionManager.NotActive.selector, keccak256("none"));
        _refused(operator, _call(keccak256("none")), reason);
        _refused(relayer, _call(keccak256("none")), reason);
        vm.warp(p.terms.endAt);
        _refused(p.terms.payer, _call(id), err(ISubscriptionManager.NotActive.selector, id));
    }

    function test_works_for_a_closed_merchant() public {
        vm.prank(operator);
        registry.close(merchantA);
        vm.prank(p.terms.payer);
        manager.cancel(id);
    }

    function _call(bytes32 which) private pure returns (bytes memory) {
        return abi.encodeCall(ISubscriptionManager.cancel, (which));
    }
}
