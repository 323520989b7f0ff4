// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IRefundManager} from "../../src/refunds/interfaces/IRefundManager.sol";
import {RefundTest} from "./support/RefundTest.sol";

/// @dev Gas of a call with cold accounts, without the transaction's own 21,000 and its calldata.
contract RefundGasSnapshot is RefundTest {
    function test_gas_of_refunds_by_approval() public {
        prepare(payoutA, usdc, FLOAT);
        Order memory twice = paid(1);
        Order memory once = paidTerms(2);
        _measure("first of an intent", abi.encodeCall(IRefundManager.refundPayment, (proof(twice), 10, REF)));
        _measure("later of an intent", abi.encodeCall(IRefundManager.refundPayment, (proof(twice), 10, keccak256("2"))));
        _measure("first of terms", abi.encodeCall(IRefundManager.refundPayment, (termsProof(once), 10, keccak256("3"))));
    }

    function test_gas_of_refunds_by_authorization() public {
        mint(usdc, payoutA, FLOAT);
        Order memory once = paidTerms(1);
        IRefundManager.Auth memory auth = authorize(PAYOUT_A_KEY, termsIdOf(once), usdc, 10, REF);
        _measure(
            "first of terms by authorization",
            abi.encodeCall(IRefundManager.refundPaymentWithAuthorization, (termsProof(once), 10, REF, auth))
        );
    }

    function _measure(string memory name, bytes memory data) private {
        vm.cool(address(refunds));
        vm.cool(address(processor));
        vm.cool(address(registry));
        vm.cool(address(usdc));
        vm.prank(payoutA);
        (bool success,) = address(refunds).call(data);
        vm.snapshotGasLastCall("RefundManager", name);
        vm.assertTrue(success, name);
    }
}
