// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {ISubscriptionManager} from "../../src/subscriptions/interfaces/ISubscriptionManager.sol";
import {SubscriptionTest} from "./support/SubscriptionTest.sol";

/// @dev Of a payer, a merchant and a reference one subscription is live, and one successor.
contract ReferencesTest is SubscriptionTest {
    Plan private first;
    bytes32 private id;
    uint256 private end;

    function setUp() public override {
        super.setUp();
        first = plan(1);
        id = subscribe(first);
        end = first.terms.endAt;
    }

    function test_refuses_a_second_one() public {
        _refuse(_next(START, end), id);
        _refuse(_next(end - 1, end + MONTH), id);
    }

    function test_keeps_payers_merchants_and_references_apart() public {
        subscribe(plan(2));
        Plan memory p = again(first);
        p.terms.merchantId = merchantB;
        subscribe(p);
        p = again(first);
        p.terms.ref = keccak256("another");
        subscribe(p);
    }

    function test_counts_nothing_without_a_reference() public {
        Plan memory p = again(first);
        p.terms.ref = bytes32(0);
        subscribe(p);
        p = again(p);
        p.terms.ref = bytes32(0);
        subscribe(p);
    }

    function test_takes_one_successor() public {
        vm.warp(end - 10 days);
        bytes32 successor = subscribe(_next(end, end + MONTH));
        _refuse(_next(end, end + MONTH), successor);
        _refuse(_next(end + 1, end + 2 * MONTH), successor);
        vm.warp(end);
        charge(keeper, successor, 0, 0, PRICE);
        _refuse(_next(end, end + MONTH), successor);
        subscribe(_next(end + MONTH, end + 2 * MONTH));
    }

    function test_refuses_a_successor_too_early() public {
        vm.warp(end - 30 days - 1);
        _refuse(_next(end, end + MONTH), id);
        vm.warp(end - 30 days);
        subscribe(_next(end, end + MONTH));
    }

    function test_takes_no_successor_without_an_end() public {
        Plan memory p = plan(2);
        p.terms.endAt = 0;
        bytes32 endless = subscribe(p);
        p = again(p);
        p.terms.startAt = START + 1 days;
        refuseSubscribe(p, err(ISubscriptionManager.RefInUse.selector, endless));
    }

    function test_is_free_after_the_end() public {
        vm.warp(end - 1);
        _refuse(_next(end - 1, end + MONTH), id);
        vm.warp(end);
        subscribe(_next(end, end + MONTH));
    }

    function test_is_free_after_a_cancellation() public {
        vm.prank(first.terms.payer);
        manager.cancel(id);
        subscribe(_next(START, end));
    }

    /// @dev Its last period is paid, and another subscription would charge for it again.
    function test_is_not_free_when_the_last_period_is_paid() public {
        Plan memory p = plan(2);
        p.terms.endAt = START + MONTH;
        bytes32 short = subscribe(p);
        vm.assertEq(manager.get(short).remaining, 0, "paid");
        p = again(p);
        p.terms.endAt = START + 2 * MONTH;
        refuseSubscribe(p, err(ISubscriptionManager.RefInUse.selector, short));
    }

    function test_is_free_when_an_endless_one_is_used_up() public {
        Plan memory p = plan(2);
        (p.terms.endAt, p.terms.permitValue) = (0, PRICE);
        subscribe(p);
        subscribe(again(p));
    }

    function test_makes_a_successor_the_one_whose_predecessor_was_cancelled() public {
        vm.warp(end - 10 days);
        bytes32 successor = subscribe(_next(end, end + MONTH));
        vm.prank(first.terms.payer);
        manager.cancel(id);
        _refuse(_next(end - 10 days, end), successor);
    }

    /// @dev The place of a holder that ended is the successor's. If the dead one kept it, the next successor would push
    /// the live one out, and another could be enrolled beside it.
    function test_never_has_two_live_ones_beside_each_other() public {
        vm.warp(end - 10 days);
        bytes32 live = subscribe(_next(end, end + 10 days));
        vm.prank(first.terms.payer);
        manager.cancel(id);
        bytes32 successor = subscribe(_next(end + 10 days, end + 15 days));
        _refuse(_next(end + 15 days, end + MONTH), successor);
        vm.prank(first.terms.payer);
        manager.cancel(successor);
        _refuse(_next(end - 10 days, end), live);
        _refuse(_next(end, end + MONTH), live);
    }

    function test_replaces_a_cancelled_successor() public {
        vm.warp(end - 10 days);
        bytes32 successor = subscribe(_next(end, end + MONTH));
        vm.prank(first.terms.payer);
        manager.cancel(successor);
        subscribe(_next(end, end + 2 * MONTH));
    }

    function _next(uint256 startAt, uint256 endAt) private view returns (Plan memory p) {
        p = again(first);
        (p.terms.startAt, p.terms.endAt) = (startAt, endAt);
    }

    function _refuse(Plan memory p, bytes32 holder) private {
        refuseSubscribe(p, err(ISubscriptionManager.RefInUse.selector, holder));
    }
}
