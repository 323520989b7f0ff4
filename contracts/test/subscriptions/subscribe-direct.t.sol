// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IRoutes} from "../../src/core/interfaces/IRoutes.sol";
import {ISubscriptionManager} from "../../src/subscriptions/interfaces/ISubscriptionManager.sol";
import {Vm} from "../support/Vm.sol";
import {SubscriptionTest} from "./support/SubscriptionTest.sol";

contract SubscribeDirectTest is SubscriptionTest {
    function test_enrols_the_caller_by_allowance() public {
        Plan memory p = _plan(1);
        bytes32 id = _direct(p, CAP);
        vm.assertEq(id, intentDigest(p), "the same digest");
        vm.assertEq(usdc.nonces(p.terms.payer), 0, "no permit");
        vm.assertEq(usdc.balanceOf(payoutA), net(PRICE), "payout");
        vm.assertEq(manager.get(id).remaining, CAP - PRICE, "remaining");
    }

    /// @dev Ids and proofs of refunds are made from logs alone.
    function test_tells_all_that_was_agreed_and_how() public {
        Plan memory p = _plan(1);
        p.terms.startAt -= 1 days;
        vm.recordLogs();
        bytes32 id = _direct(p, CAP);
        (bytes32 told, bool isDirect) = _told();
        vm.assertEq(told, id, "the id of the terms in the log");
        vm.assertTrue(isDirect, "direct");
        Plan memory q = plan(2);
        q.terms.permitDeadline += 1;
        vm.recordLogs();
        id = subscribe(q);
        (told, isDirect) = _told();
        vm.assertEq(told, id, "the id of signed terms in the log");
        vm.assertFalse(isDirect, "by permit");
    }

    function test_refuses_everyone_but_the_payer() public {
        Plan memory p = _plan(1);
        vm.prank(p.terms.payer);
        usdc.approve(address(manager), CAP);
        _refused(relayer, _call(p), err(ISubscriptionManager.InvalidIntent.selector));
    }

    function test_needs_an_end_and_no_deadline() public {
        Plan memory p = _plan(1);
        p.terms.endAt = 0;
        _refused(p.terms.payer, _call(p), err(ISubscriptionManager.InvalidTerms.selector));
        p = _plan(1);
        p.terms.permitDeadline = 1;
        _refused(p.terms.payer, _call(p), err(ISubscriptionManager.InvalidTerms.selector));
    }

    function test_needs_an_allowance_that_holds_the_cap() public {
        Plan memory p = _plan(1);
        vm.prank(p.terms.payer);
        usdc.approve(address(manager), CAP - 1);
        _refused(p.terms.payer, _call(p), err(ISubscriptionManager.AllowanceTooLow.selector, CAP - 1, CAP));
    }

    function test_enrols_terms_once_and_others_by_their_salt() public {
        Plan memory p = _plan(1);
        p.terms.ref = bytes32(0);
        bytes32 id = _direct(p, CAP);
        vm.prank(p.terms.payer);
        usdc.approve(address(manager), 2 * CAP);
        _refused(p.terms.payer, _call(p), err(ISubscriptionManager.AlreadyEnrolled.selector, id));
        p.terms.permitNonce = 1;
        _direct(p, 2 * CAP);
    }

    function test_keeps_one_subscription_of_a_reference() public {
        Plan memory p = _plan(1);
        bytes32 id = _direct(p, CAP);
        p.terms.permitNonce = 1;
        vm.prank(p.terms.payer);
        usdc.approve(address(manager), 2 * CAP);
        _refused(p.terms.payer, _call(p), err(ISubscriptionManager.RefInUse.selector, id));
    }

    function test_refuses_a_token_of_nobody() public {
        Plan memory p = _plan(1);
        p.terms.token = address(registry);
        _refused(p.terms.payer, _call(p), abi.encodeWithSelector(IRoutes.UnsupportedToken.selector, address(registry)));
    }

    /// @dev The id of the terms in the one log of an enrolment.
    function _told() private returns (bytes32 id, bool isDirect) {
        Vm.Log[] memory logs = vm.getRecordedLogs();
        for (uint256 i = 0; i < logs.length; ++i) {
            if (logs[i].topics[0] != ISubscriptionManager.SubscriptionCreated.selector) continue;
            ISubscriptionManager.SubscriptionTerms memory terms;
            (terms,,, isDirect) =
                abi.decode(logs[i].data, (ISubscriptionManager.SubscriptionTerms, uint256, uint256, bool));
            id = manager.subscriptionId(terms);
        }
    }

    function _plan(uint256 seed) private returns (Plan memory p) {
        p = plan(seed);
        p.terms.permitDeadline = 0;
    }

    function _call(Plan memory p) private pure returns (bytes memory) {
        return abi.encodeCall(ISubscriptionManager.subscribeDirect, (p.terms));
    }

    function _direct(Plan memory p, uint256 allowance) private returns (bytes32) {
        vm.prank(p.terms.payer);
        usdc.approve(address(manager), allowance);
        return _sent(p.terms.payer, _call(p), "enrolled");
    }
}
