// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {ChargeRefundManager} from "../../src/charge-refunds/ChargeRefundManager.sol";
import {IChargeRefundManager} from "../../src/charge-refunds/interfaces/IChargeRefundManager.sol";
import {IRefundManager} from "../../src/refunds/interfaces/IRefundManager.sol";
import {OddToken} from "../subscriptions/support/OddToken.sol";
import {SubscriptionTest} from "../subscriptions/support/SubscriptionTest.sol";

/// @title The odd token, which takes every authorization
contract OddRefundToken is OddToken {
    function receiveWithAuthorization(address, address, uint256, uint256, uint256, bytes32, bytes calldata) external {}
}

/// @dev Tokens can be upgraded: even one that calls back finds both entry points closed.
contract ChargeRefundReentrancyTest is SubscriptionTest {
    function test_closes_every_entry_point_while_one_is_open() public {
        OddRefundToken token = new OddRefundToken();
        accept(address(token));
        ChargeRefundManager refunds = ChargeRefundManager(deploy("charge-refund-manager", abi.encode(manager)));
        Plan memory p = unfundedPlan(1);
        (p.terms.token, p.terms.permitDeadline) = (address(token), 0);
        vm.prank(p.terms.payer);
        manager.subscribeDirect(p.terms);
        // The token itself is the payout, so that its callbacks could refund.
        vm.prank(owner);
        registry.setPayout(merchantA, address(token));
        IChargeRefundManager.ChargeProof memory sent = IChargeRefundManager.ChargeProof(p.terms, 0, 0);
        IRefundManager.Auth memory auth = IRefundManager.Auth(address(token), 0, START + 1, "");
        bytes[2] memory calls = [
            abi.encodeCall(IChargeRefundManager.refundCharge, (sent, token.CALL_BACK(), keccak256("refund"))),
            abi.encodeCall(IChargeRefundManager.refundChargeWithAuthorization, (sent, 1, keccak256("refund"), auth))
        ];
        for (uint256 outer = 0; outer < 2; ++outer) {
            for (uint256 inner = 0; inner < 2; ++inner) {
                token.setCallback(calls[inner]);
                vm.prank(address(token));
                (bool success, bytes memory reason) = address(refunds).call(calls[outer]);
                vm.assertFalse(success, "refused");
                vm.assertEq(reason, abi.encodeWithSignature("ReentrancyGuardReentrantCall()"), "reason");
            }
        }
    }
}
