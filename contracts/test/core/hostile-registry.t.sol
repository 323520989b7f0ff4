// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IFeeAccruals} from "../../src/core/interfaces/IFeeAccruals.sol";
import {IRegistryAnswers} from "../../src/core/interfaces/IRegistryAnswers.sol";
import {IRoutes} from "../../src/core/interfaces/IRoutes.sol";
import {IPaymentProcessor} from "../../src/payments/interfaces/IPaymentProcessor.sol";
import {PaymentTest} from "../payments/support/PaymentTest.sol";
import {ThickToken} from "../support/ThickToken.sol";
import {Vm} from "../support/Vm.sol";
import {HostileRegistry} from "./support/HostileRegistry.sol";

/// @dev Anyone can deploy a registry, and payers may sign for it. It hurts none but itself.
contract HostileRegistryTest is PaymentTest {
    uint256 private constant FEE = PRICE / 100;

    HostileRegistry private hostile;
    address private immutable thief = named("thief");

    function setUp() public override {
        super.setUp();
        hostile = new HostileRegistry();
        hostile.setRoute(uint160(thief), 100, 1);
        hostile.setTreasury(uint160(thief));
    }

    function test_settles_what_was_signed_for_it() public {
        Order memory o = hostileOrder(1);
        vm.expectEmit(address(processor));
        emit IPaymentProcessor.PaymentsRouted(address(hostile), merchantA, address(usdc), thief, 100, relayer);
        vm.expectEmit(address(processor));
        emit IPaymentProcessor.PaymentSettled(address(hostile), termsIdOf(o), o.ref, o.from, PRICE);
        payTerms(o);
        vm.assertEq(processor.accrued(address(hostile), address(usdc)), FEE, "its own pot");
        vm.assertEq(processor.accrued(address(registry), address(usdc)), 0, "the other pot");
    }

    function test_gives_no_answer_that_counts() public {
        for (uint256 mood = 1; mood < 7; ++mood) {
            // A long answer is cut to the words that are expected, which may be sound.
            if (HostileRegistry.Mood(mood) == HostileRegistry.Mood.Bombs) continue;
            hostile.setMood(HostileRegistry.Mood(mood), HostileRegistry.Mood.Answers);
            refuse(answerless(address(hostile)));
        }
    }

    function test_is_cut_to_the_words_that_are_expected() public {
        hostile.setMood(HostileRegistry.Mood.Bombs, HostileRegistry.Mood.Bombs);
        hostile.setRoute(uint160(thief), 100, 1);
        Order memory o = hostileOrder(1);
        IPaymentProcessor.Sig memory sig = signTerms(o);
        uint256 before = gasleft();
        vm.prank(relayer);
        processor.payTerms(terms(o), sig);
        vm.assertLe(before - gasleft(), 250_000, "gas");
        vm.assertEq(usdc.balanceOf(thief), PRICE - FEE, "paid as the first words say");
    }

    function test_names_no_fee_above_the_cap() public {
        hostile.setRoute(uint160(thief), 301, 1);
        refuse(answerless(address(hostile)));
        hostile.setRoute(uint160(thief), type(uint256).max, 1);
        refuse(answerless(address(hostile)));
        hostile.setRoute(uint160(thief), 300, 1);
        payTerms(hostileOrder(2));
        vm.assertEq(usdc.balanceOf(thief), PRICE - 3 * FEE, "at the cap");
    }

    function test_names_no_payout_that_is_no_address() public {
        hostile.setRoute(uint256(uint160(thief)) | 1 << 160, 100, 1);
        refuse(answerless(address(hostile)));
    }

    function test_names_no_payout_that_is_zero_or_the_core() public {
        hostile.setRoute(0, 100, 1);
        refuse(notPayable(merchantA));
        hostile.setRoute(uint160(address(processor)), 100, 1);
        refuse(notPayable(merchantA));
    }

    function test_accepts_a_token_by_a_clear_word() public {
        hostile.setRoute(uint160(thief), 100, 2);
        refuse(answerless(address(hostile)));
        hostile.setRoute(uint160(thief), 100, 0);
        refuse(abi.encodeWithSelector(IRoutes.UnsupportedToken.selector, address(usdc)));
    }

    function test_without_code_settles_nothing_also_when_it_had_some() public {
        payTerms(hostileOrder(5));
        vm.etch(address(hostile), "");
        refuse(answerless(address(hostile)));
        vm.expectRevert(answerless(address(hostile)));
        processor.sweepFees(address(hostile), address(usdc));
        pay(order(2));
        vm.assertEq(processor.sweepFees(address(registry), address(usdc)), FEE - 1, "others go on");
    }

    /// @dev The answer that was logged is the one that was paid by.
    function test_is_asked_once_of_a_group() public {
        hostile.setMood(HostileRegistry.Mood.Fickle, HostileRegistry.Mood.Answers);
        bytes memory items;
        for (uint256 i = 0; i < 3; ++i) {
            items = bytes.concat(items, packed(hostileOrder(i)));
        }
        vm.recordLogs();
        vm.assertEq(settleHostile(items)[0], 7, "settled");
        Vm.Log[] memory logs = vm.getRecordedLogs();
        vm.assertEq(logs[0].topics[0], IPaymentProcessor.PaymentsRouted.selector, "first of all");
        (address payout, uint256 feeBps) = abi.decode(logs[0].data, (address, uint256));
        vm.assertEq(feeBps, 300, "fee");
        vm.assertEq(usdc.balanceOf(payout), 3 * (PRICE - 3 * FEE), "payout");
        vm.assertEq(processor.accrued(address(hostile), address(usdc)), 9 * FEE, "accrued");
        vm.assertEq(usdc.balanceOf(address(processor)), 9 * FEE, "processor");
    }

    function test_takes_no_more_gas_from_a_batch_than_its_share() public {
        for (uint256 mood = 1; mood < 7; ++mood) {
            if (HostileRegistry.Mood(mood) == HostileRegistry.Mood.Bombs) continue;
            hostile.setMood(HostileRegistry.Mood(mood), HostileRegistry.Mood.Answers);
            Order memory o = hostileOrder(mood);
            uint256 gasLimit = processor.batchGasLimit(1, 1);
            bytes memory data =
                abi.encodeCall(IPaymentProcessor.settleTermsBatch, (address(hostile), oneTermsGroup(packed(o))));
            vm.expectEmit(address(processor));
            emit IPaymentProcessor.GroupFailed(
                address(hostile), merchantA, address(usdc), 0, 1, answerless(address(hostile))
            );
            uint256 before = gasleft();
            (bool success,) = address(processor).call{gas: gasLimit}(data);
            vm.assertTrue(success, "the batch goes through");
            vm.assertLe(before - gasleft(), 30_000 + 80_000, "the cap and little else");
            expectUntouched(o);
        }
    }

    /// @dev One that uses up its gas and answers leaves its items and the payout what they need.
    function test_may_use_its_whole_cap_before_an_item_that_uses_its_own() public {
        ThickToken thick = new ThickToken(135_000, 45_000, false);
        hostile.setMood(HostileRegistry.Mood.Slow, HostileRegistry.Mood.Answers);
        Order memory o = unfundedOrder(1);
        IPaymentProcessor.TermsGroup[] memory groups = oneTermsGroup(packedWith(o, IPaymentProcessor.Sig(27, 0, 0)));
        groups[0].token = address(thick);
        uint256 gasLimit = processor.batchGasLimit(1, 1);
        uint256[] memory bits = processor.settleTermsBatch{gas: gasLimit}(address(hostile), groups);
        vm.assertEq(bits[0], 1, "settled");
    }

    /// @dev A registry of a stranger whose merchant has the same number, and the same reference in the same token.
    function test_claims_nothing_that_was_signed_for_another() public {
        Order memory o = order(1);
        IPaymentProcessor.Sig memory sig = signTerms(o);
        IPaymentProcessor.Terms memory stolen = terms(o);
        stolen.registry = address(hostile);
        vm.expectRevert(text("FiatTokenV2: invalid signature"));
        processor.payTerms(stolen, sig);

        IPaymentProcessor.Payment memory twice = payment(o);
        twice.registry = address(hostile);
        (IPaymentProcessor.Sig memory auth, IPaymentProcessor.Sig memory intent) = (signAuth(o), signIntent(o));
        vm.expectRevert(IPaymentProcessor.InvalidIntent.selector);
        processor.pay(twice, auth, intent);
        vm.assertEq(settleHostile(packed(o))[0], 0, "in a batch");
        vm.assertEq(processor.settleBatch(address(hostile), oneGroup(list(item(o))))[0], 0, "in a batch of both kinds");
        expectUntouched(o);
    }

    /// @dev A batch names one registry: what was signed for another fails in it, alone.
    function test_shares_no_batch_with_another() public {
        (Order memory mine, Order memory theirs) = (order(1), hostileOrder(2));
        bytes memory items = bytes.concat(packed(mine), packed(theirs));
        vm.assertEq(settleTerms(oneTermsGroup(items))[0], 1, "only what was signed for it");
        expectTermsSettled(mine, payoutA);
        expectUntouched(theirs);
    }

    function test_is_swept_from_its_own_pot_alone() public {
        pay(order(1));
        payTerms(hostileOrder(2));
        for (uint256 i = 0; i < 3; ++i) {
            processor.sweepFees(address(hostile), address(usdc));
        }
        vm.assertEq(usdc.balanceOf(thief), PRICE - 1, "net and fee, less one unit");
        vm.assertEq(processor.accrued(address(registry), address(usdc)), FEE, "the other pot");
        vm.assertEq(usdc.balanceOf(address(processor)), FEE + 1, "processor");
    }

    function test_names_no_treasury_that_is_none() public {
        payTerms(hostileOrder(1));
        uint256[4] memory wrong = [0, uint160(address(processor)), uint256(1) << 160, type(uint256).max];
        for (uint256 i = 0; i < wrong.length; ++i) {
            hostile.setTreasury(wrong[i]);
            vm.expectRevert(answerless(address(hostile)));
            processor.sweepFees(address(hostile), address(usdc));
        }
        for (uint256 mood = 1; mood < 7; ++mood) {
            if (HostileRegistry.Mood(mood) == HostileRegistry.Mood.Bombs) continue;
            hostile.setTreasury(uint160(thief));
            hostile.setMood(HostileRegistry.Mood.Answers, HostileRegistry.Mood(mood));
            vm.expectRevert(answerless(address(hostile)));
            processor.sweepFees(address(hostile), address(usdc));
        }
        vm.assertEq(processor.accrued(address(hostile), address(usdc)), FEE, "its fees stay");
        hostile.setMood(HostileRegistry.Mood.Answers, HostileRegistry.Mood.Answers);
        vm.expectEmit(address(processor));
        emit IFeeAccruals.FeesSwept(address(hostile), address(usdc), thief, FEE - 1);
        processor.sweepFees(address(hostile), address(usdc));
    }

    function answerless(address bad) private pure returns (bytes memory) {
        return abi.encodeWithSelector(IRegistryAnswers.BadRegistryAnswer.selector, bad);
    }

    /// @dev Every way to pay is refused with this reason, and no payer is debited.
    function refuse(bytes memory reason) private {
        uint256 state = vm.snapshotState();
        Order memory o = hostileOrder(9);
        (IPaymentProcessor.Sig memory once, IPaymentProcessor.Sig memory auth) = (signTerms(o), signAuth(o));
        IPaymentProcessor.Sig memory intent = signIntent(o);
        (bytes memory a, bytes memory b) = (bytesOf(auth), bytesOf(intent));
        vm.expectRevert(reason);
        processor.payTerms(terms(o), once);
        vm.expectRevert(reason);
        processor.payTermsSigned(terms(o), a);
        vm.expectRevert(reason);
        processor.pay(payment(o), auth, intent);
        vm.expectRevert(reason);
        processor.paySigned(payment(o), a, b);
        vm.expectEmit(address(processor));
        emit IPaymentProcessor.GroupFailed(address(hostile), merchantA, address(usdc), 0, 1, reason);
        settleHostile(packed(o));
        expectUntouched(o);
        vm.revertToState(state);
    }

    function hostileOrder(uint256 seed) private returns (Order memory o) {
        o = order(seed);
        o.registry = address(hostile);
    }

    function settleHostile(bytes memory items) private returns (uint256[] memory) {
        return processor.settleTermsBatch(address(hostile), oneTermsGroup(items));
    }
}
