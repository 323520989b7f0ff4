// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IRefundManager} from "../../src/refunds/interfaces/IRefundManager.sol";
import {LocalFiatToken} from "../../src/local/LocalFiatToken.sol";
import {ReentrantToken} from "../support/ReentrantToken.sol";
import {RefundTest} from "./support/RefundTest.sol";

/// @title The same token, which says of every nonce that it is used
contract ReentrantRefundToken is ReentrantToken {
    function authorizationState(address, bytes32) external pure returns (bool) {
        return true;
    }

    function transferFrom(address, address, uint256) external returns (bool) {
        return this.reenter(msg.sender);
    }

    function reenter(address manager) external returns (bool) {
        (bool success, bytes memory reason) = manager.call(callback);
        if (success) return true;
        assembly ("memory-safe") {
            revert(add(reason, 0x20), mload(reason))
        }
    }
}

/// @dev Tokens can be upgraded: even one that calls back finds both entry points closed.
contract RefundReentrancyTest is RefundTest {
    function test_closes_every_entry_point_while_one_is_open() public {
        ReentrantRefundToken token = new ReentrantRefundToken();
        accept(address(token));
        refunds = deployRefunds(address(processor));
        // The token itself is the payout, so that its callbacks could refund.
        vm.prank(owner);
        registry.setPayout(merchantA, address(token));
        Order memory o = unfundedOrder(1);
        o.token = LocalFiatToken(address(token));
        IRefundManager.Auth memory auth = IRefundManager.Auth(address(token), 0, START + 1, "");
        IRefundManager.PaymentProof memory sent = proof(o);
        bytes[2] memory calls = [
            abi.encodeCall(IRefundManager.refundPayment, (sent, 1, REF)),
            abi.encodeCall(IRefundManager.refundPaymentWithAuthorization, (sent, 1, REF, auth))
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
