// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {ISubscriptionManager} from "../../../src/subscriptions/interfaces/ISubscriptionManager.sol";
import {OddToken} from "./OddToken.sol";
import {SubscriptionTest} from "./SubscriptionTest.sol";

/// @title A registry that takes an odd token, and subscriptions in it
abstract contract OddTokenTest is SubscriptionTest {
    OddToken internal token;

    function setUp() public virtual override {
        super.setUp();
        token = new OddToken();
        // The token is the treasury too, so that its callbacks could sweep.
        accept(address(token));
        vm.prank(treasury);
        registry.transferTreasury(address(token));
        vm.prank(address(token));
        registry.acceptTreasury();
        allow(address(token));
    }

    /// @dev Subscriptions that are due, whose payers are contracts and keys that signed nothing.
    function due(uint256 count) internal returns (ISubscriptionManager.Charge[] memory items) {
        items = new ISubscriptionManager.Charge[](count);
        uint256 startAt = block.timestamp + 1 days;
        for (uint256 i = 0; i < count; ++i) {
            ISubscriptionManager.SubscriptionTerms memory terms = unfundedPlan(i).terms;
            (terms.token, terms.permitDeadline, terms.startAt) = (address(token), 0, startAt);
            vm.prank(terms.payer);
            items[i] = chargeOf(manager.subscribeDirect(terms), 0, 0, PRICE);
        }
        vm.warp(startAt);
    }

    function oddGroup(ISubscriptionManager.Charge[] memory items)
        internal
        view
        returns (ISubscriptionManager.ChargeGroup[] memory groups)
    {
        groups = oneChargeGroup(items);
        groups[0].token = address(token);
    }
}
