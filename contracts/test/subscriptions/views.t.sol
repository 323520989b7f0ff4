// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {ISubscriptionManager} from "../../src/subscriptions/interfaces/ISubscriptionManager.sol";
import {SubscriptionTest} from "./support/SubscriptionTest.sol";

/// @dev get, nextChargeAt and committed.
contract SubscriptionViewsTest is SubscriptionTest {
    uint256 private constant MAX_LIVE = 32;

    function test_tells_when_the_next_charge_may_be_made() public {
        Plan memory p = plan(1);
        p.terms.startAt = START + 1 days;
        p.terms.endAt = START + 1 days + 3 * MONTH;
        bytes32 id = subscribe(p);
        vm.assertEq(manager.nextChargeAt(id), START + 1 days, "before the start");
        pass(2 days);
        vm.assertEq(manager.nextChargeAt(id), START + 1 days, "due");
        charge(keeper, id, 0, 0, PRICE - 1);
        vm.assertEq(manager.nextChargeAt(id), START + 1 days, "a rest is due");
        charge(keeper, id, 0, 1, 1);
        vm.assertEq(manager.nextChargeAt(id), START + 1 days + MONTH, "charged");
        vm.warp(START + 1 days + 2 * MONTH + 5);
        vm.assertEq(manager.nextChargeAt(id), START + 1 days + 2 * MONTH, "a period has passed");
        charge(keeper, id, 2, 0, PRICE);
        vm.assertEq(manager.nextChargeAt(id), 0, "the last one");
        vm.warp(p.terms.endAt);
        vm.assertEq(manager.nextChargeAt(id), 0, "ended");
        vm.assertEq(manager.nextChargeAt(keccak256("none")), 0, "none");
    }

    function test_tells_that_a_cap_is_used_up() public {
        Plan memory p = plan(1);
        (p.terms.endAt, p.terms.permitValue) = (0, PRICE);
        vm.assertEq(manager.nextChargeAt(subscribe(p)), 0, "used up");
    }

    function test_gives_nothing_where_there_is_none() public view {
        ISubscriptionManager.Subscription memory none;
        vm.assertEq(abi.encode(manager.get(keccak256("none"))), abi.encode(none), "zero");
    }

    function test_sums_up_what_may_still_be_charged() public {
        Plan memory p = plan(1);
        address payer = p.terms.payer;
        bytes32 id = subscribe(p);
        vm.assertEq(manager.committed(payer, address(usdc)), CAP - PRICE, "one");
        Plan memory other = again(p);
        (other.terms.ref, other.terms.startAt) = (keccak256("another"), START + 1 days);
        other.terms.endAt = START + 1 days + 2 * MONTH;
        bytes32 second = subscribe(other);
        vm.assertEq(manager.committed(payer, address(usdc)), CAP - PRICE + 2 * PRICE, "two");
        vm.assertEq(manager.committed(payer, address(eurc)), 0, "another token");
        vm.assertEq(manager.committed(relayer, address(usdc)), 0, "another payer");
        pass(MONTH);
        vm.assertEq(manager.committed(payer, address(usdc)), CAP - PRICE + 2 * PRICE, "the first one's second period");
        charge(keeper, id, 1, 0, PRICE - 1);
        vm.assertEq(manager.committed(payer, address(usdc)), CAP - 2 * PRICE + 1 + 2 * PRICE, "a part is left");
        pass(MONTH);
        vm.assertEq(manager.committed(payer, address(usdc)), 10 * PRICE + PRICE, "what has passed is not charged");
        vm.prank(payer);
        manager.cancel(second);
        vm.assertEq(manager.committed(payer, address(usdc)), 10 * PRICE, "cancelled");
        vm.warp(p.terms.endAt);
        vm.assertEq(manager.committed(payer, address(usdc)), 0, "ended");
    }

    function test_sums_up_caps_without_an_end() public {
        Plan memory p = plan(1);
        p.terms.endAt = 0;
        subscribe(p);
        pass(100 * MONTH);
        vm.assertEq(manager.committed(p.terms.payer, address(usdc)), CAP - PRICE, "the cap's rest");
    }

    function test_keeps_as_many_as_are_live_and_no_more() public {
        Plan memory p = plan(1);
        mint(usdc, p.terms.payer, 100 * PRICE);
        (p.terms.ref, p.terms.permitValue) = (bytes32(0), 2 * PRICE);
        bytes32 id;
        for (uint256 i = 0; i < MAX_LIVE; ++i) {
            id = subscribe(p);
            p = again(p);
        }
        vm.assertEq(manager.committed(p.terms.payer, address(usdc)), MAX_LIVE * PRICE, "all of them");
        refuseSubscribe(p, abi.encodeWithSelector(ISubscriptionManager.TooManySubscriptions.selector, MAX_LIVE));
        vm.prank(p.terms.payer);
        manager.cancel(id);
        subscribe(p);
        vm.assertEq(manager.committed(p.terms.payer, address(usdc)), MAX_LIVE * PRICE, "one in another's place");
    }

    function test_can_be_read_with_as_many_as_can_be_live() public {
        test_keeps_as_many_as_are_live_and_no_more();
        vm.cool(address(manager));
        uint256 before = gasleft();
        manager.committed(plan(1).terms.payer, address(usdc));
        vm.assertLe(before - gasleft(), 400_000, "gas");
    }

    /// @dev Whoever comes back for years leaves no list behind that grows.
    function test_never_grows_by_what_is_over() public {
        Plan memory p = plan(1);
        mint(usdc, p.terms.payer, 100 * PRICE);
        (p.terms.permitValue, p.terms.endAt) = (PRICE, START + MONTH);
        for (uint256 i = 0; i < 2 * MAX_LIVE; ++i) {
            subscribe(p);
            pass(MONTH);
            p = again(p);
            (p.terms.startAt, p.terms.endAt) = (block.timestamp, block.timestamp + MONTH);
        }
        vm.assertEq(manager.committed(p.terms.payer, address(usdc)), 0, "nothing is left");
    }
}
