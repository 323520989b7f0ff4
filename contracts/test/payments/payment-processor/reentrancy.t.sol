// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IFeeAccruals} from "../../../src/core/interfaces/IFeeAccruals.sol";
import {IPaymentProcessor} from "../../../src/payments/interfaces/IPaymentProcessor.sol";
import {LocalFiatToken} from "../../../src/local/LocalFiatToken.sol";
import {PaymentTest} from "../support/PaymentTest.sol";
import {ReentrantToken} from "../../support/ReentrantToken.sol";

/// @dev Tokens can be upgraded: even one that calls back finds every entry point closed.
contract ReentrancyTest is PaymentTest {
    bytes4 private constant REFUSAL = bytes4(keccak256("ReentrancyGuardReentrantCall()"));

    bytes private constant HARMLESS = abi.encodeWithSignature("MAX_BATCH_ITEMS()");

    ReentrantToken private token;
    bytes[] private calls;

    function setUp() public override {
        super.setUp();
        token = new ReentrantToken();
        accept(address(token));
        Order memory o = unfundedOrder(1);
        o.token = LocalFiatToken(address(token));
        IPaymentProcessor.Sig memory sig = signIntent(o);
        IPaymentProcessor.Group[] memory groups = oneGroup(list(itemOf(o, sig, sig)));
        IPaymentProcessor.TermsGroup[] memory termsGroups = oneTermsGroup(packedWith(o, sig));
        (groups[0].token, termsGroups[0].token) = (address(token), address(token));
        calls.push(abi.encodeCall(IPaymentProcessor.pay, (payment(o), sig, sig)));
        calls.push(abi.encodeCall(IPaymentProcessor.paySigned, (payment(o), bytesOf(sig), bytesOf(sig))));
        calls.push(abi.encodeCall(IPaymentProcessor.payTerms, (terms(o), sig)));
        calls.push(abi.encodeCall(IPaymentProcessor.payTermsSigned, (terms(o), bytesOf(sig))));
        calls.push(abi.encodeCall(IFeeAccruals.sweepFees, (address(registry), address(token))));
        // So that there is something to sweep.
        token.setCallback(HARMLESS);
        processor.payTerms(terms(o), sig);
        calls.push(abi.encodeCall(IPaymentProcessor.settleBatch, (address(registry), groups)));
        calls.push(abi.encodeCall(IPaymentProcessor.settleTermsBatch, (address(registry), termsGroups)));
    }

    function test_closes_every_entry_point_while_one_is_open() public {
        for (uint256 outer = 0; outer < 5; ++outer) {
            for (uint256 inner = 0; inner < calls.length; ++inner) {
                token.setCallback(calls[inner]);
                vm.prank(address(token));
                (bool success, bytes memory reason) = address(processor).call(calls[outer]);
                vm.assertFalse(success, "refused");
                vm.assertEq(reason, abi.encodeWithSelector(REFUSAL), "reason");
            }
        }
    }

    function test_closes_every_entry_point_during_a_batch() public {
        for (uint256 outer = 5; outer < 7; ++outer) {
            for (uint256 inner = 0; inner < calls.length; ++inner) {
                token.setCallback(calls[inner]);
                vm.expectEmit(address(processor));
                emit IPaymentProcessor.GroupFailed(
                    address(registry), merchantA, address(token), 0, 1, abi.encodeWithSelector(REFUSAL)
                );
                (bool success,) = address(processor).call(calls[outer]);
                vm.assertTrue(success, "the batch went on");
            }
        }
    }

    function test_opens_again_afterwards() public {
        token.setCallback(HARMLESS);
        for (uint256 i = 0; i < calls.length; ++i) {
            vm.prank(address(token));
            (bool success,) = address(processor).call(calls[i]);
            vm.assertTrue(success, "done");
        }
    }
}
