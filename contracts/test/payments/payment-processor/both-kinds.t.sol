// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IPaymentProcessor} from "../../../src/payments/interfaces/IPaymentProcessor.sol";
import {Vm} from "../../support/Vm.sol";
import {PaymentTest} from "../support/PaymentTest.sol";

/// @dev Payments with one and with two signatures, side by side.
contract BothKindsTest is PaymentTest {
    function testFuzz_a_salt_and_a_nonce_of_one_number_are_two_payments(uint96 number) public {
        Order memory o = order(1);
        (o.salt, o.nonce) = (number, bytes32(uint256(number)));
        vm.recordLogs();
        bytes32 once = payTerms(o);
        bytes32 twice = pay(o);
        vm.assertTrue(once != twice, "ids");
        Vm.Log[] memory logs = vm.getRecordedLogs();
        vm.assertEq(countEvents(logs, IPaymentProcessor.PaymentSettled.selector), 2, "events");
        vm.assertEq(usdc.balanceOf(o.from), FUNDS - 2 * PRICE, "payer");
    }

    function test_an_authorization_with_the_nonce_of_the_terms_settles_once_in_either_way() public {
        // Both signatures and the one signature are of the same authorization.
        Order memory o = order(1);
        o.nonce = termsIdOf(o);
        uint256 state = vm.snapshotState();
        payTerms(o);
        _refused(abi.encodeCall(IPaymentProcessor.pay, (payment(o), signAuth(o), signIntent(o))));
        expectTermsSettled(o, payoutA);
        vm.revertToState(state);
        pay(o);
        _refused(abi.encodeCall(IPaymentProcessor.payTerms, (terms(o), signTerms(o))));
        expectSettled(o, payoutA);
    }

    function test_the_signature_of_one_kind_is_worth_nothing_in_the_other() public {
        Order memory o = order(1);
        IPaymentProcessor.Sig memory once = signTerms(o);
        IPaymentProcessor.Sig memory auth = signAuth(o);
        vm.expectRevert(IPaymentProcessor.InvalidIntent.selector);
        processor.pay(payment(o), auth, once);
        vm.expectRevert(text("FiatTokenV2: invalid signature"));
        processor.payTerms(terms(o), auth);
        expectUntouched(o);
    }

    function _refused(bytes memory data) private {
        (bool success, bytes memory reason) = address(processor).call(data);
        vm.assertFalse(success, "refused");
        vm.assertEq(reason, text("FiatTokenV2: authorization is used or canceled"), "reason");
    }
}
