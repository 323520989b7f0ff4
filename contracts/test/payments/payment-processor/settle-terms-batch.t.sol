// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IRoutes} from "../../../src/core/interfaces/IRoutes.sol";
import {IPaymentProcessor} from "../../../src/payments/interfaces/IPaymentProcessor.sol";
import {LocalSmartWallet} from "../../../src/local/LocalSmartWallet.sol";
import {GasBurner} from "../../support/GasBurner.sol";
import {PaymentTest} from "../support/PaymentTest.sol";
import {Vm} from "../../support/Vm.sol";

contract SettleTermsBatchTest is PaymentTest {
    uint256 private constant FEE = PRICE * FEE_BPS / 10_000;

    function test_settles_a_group_and_pays_out_once() public {
        uint256 size = 5;
        bytes memory items;
        for (uint256 i = 0; i < size; ++i) {
            items = bytes.concat(items, packed(order(i)));
        }
        vm.recordLogs();
        uint256[] memory okBitmaps = settleTerms(oneTermsGroup(items));
        Vm.Log[] memory logs = vm.getRecordedLogs();

        vm.assertEq(okBitmaps.length, 1, "bitmaps");
        vm.assertEq(okBitmaps[0], 31, "bitmap");
        vm.assertEq(usdc.balanceOf(payoutA), size * (PRICE - FEE), "payout");
        vm.assertEq(usdc.balanceOf(address(processor)), size * FEE, "accrued fees");
        vm.assertEq(countEvents(logs, IPaymentProcessor.PaymentSettled.selector), size, "settled events");
        vm.assertEq(_transfersTo(logs, payoutA), 1, "payout transfers");
    }

    function test_names_each_payment() public {
        Order memory o = order(1);
        vm.expectEmit(address(processor));
        emit IPaymentProcessor.PaymentsRouted(address(registry), merchantA, address(usdc), payoutA, FEE_BPS, relayer);
        vm.expectEmit(address(processor));
        emit IPaymentProcessor.PaymentSettled(address(registry), termsIdOf(o), o.ref, o.from, PRICE);
        settleTerms(oneTermsGroup(packed(o)));
    }

    function test_settles_groups_of_several_merchants_and_tokens() public {
        Order memory inEurc = unfundedOrder(2);
        inEurc.merchantId = merchantB;
        inEurc.token = eurc;
        mint(eurc, inEurc.from, FUNDS);
        Order memory inUsdc = order(1);

        IPaymentProcessor.TermsGroup[] memory groups = new IPaymentProcessor.TermsGroup[](2);
        groups[0] = IPaymentProcessor.TermsGroup(merchantA, address(usdc), packed(inUsdc));
        groups[1] = IPaymentProcessor.TermsGroup(merchantB, address(eurc), packed(inEurc));
        uint256[] memory okBitmaps = settleTerms(groups);

        vm.assertEq(okBitmaps[0], 1, "first bitmap");
        vm.assertEq(okBitmaps[1], 1, "second bitmap");
        expectTermsSettled(inUsdc, payoutA);
        expectTermsSettled(inEurc, payoutB);
    }

    function test_takes_the_longest_validity() public {
        Order memory o = order(1);
        o.validBefore = type(uint32).max;
        vm.assertEq(settleTerms(oneTermsGroup(packed(o)))[0], 1, "bitmap");
        expectTermsSettled(o, payoutA);
    }

    /// @dev A thief who saw an authorization cannot have it settled with other terms, nor lose it to its payer.
    function testFuzz_an_item_with_other_terms_fails_alone(uint8 field, uint96 value) public {
        Order memory signed = order(1);
        Order memory sent = unfundedOrder(1);
        if (field % 3 == 0) sent.ref = keccak256(abi.encode(value));
        if (field % 3 == 1) sent.amount = PRICE + 1 + value % PRICE;
        if (field % 3 == 2) sent.salt = value == signed.salt ? value + 1 : value;
        _failsAlone(sent, packedWith(sent, signTerms(signed)), text("FiatTokenV2: invalid signature"));
        expectUntouched(signed);
    }

    function test_an_item_with_another_merchant_fails_alone() public {
        Order memory signed = order(1);
        signed.merchantId = merchantB;
        _failsAlone(signed, packed(signed), text("FiatTokenV2: invalid signature"));
    }

    function testFuzz_an_item_with_another_end_of_validity_fails_alone(uint32 validBefore) public {
        Order memory signed = order(1);
        Order memory sent = unfundedOrder(1);
        sent.validBefore = between(validBefore, START + 1, type(uint32).max);
        vm.assume(sent.validBefore != signed.validBefore);
        _failsAlone(sent, packedWith(sent, signTerms(signed)), text("FiatTokenV2: invalid signature"));
    }

    /// @dev Read from the logs: an expectation would be content with a call that was taken back.
    function test_moves_no_money_for_a_group_of_which_nothing_settled() public {
        Order memory o = order(1);
        bytes memory forged = packedWith(o, _sign(0xbad, termsAuthDigest(o)));
        vm.recordLogs();
        vm.assertEq(settleTerms(oneTermsGroup(forged))[0], 0, "bitmap");
        Vm.Log[] memory logs = vm.getRecordedLogs();
        vm.assertGt(logs.length, 0, "the failure is told");
        for (uint256 i = 0; i < logs.length; ++i) {
            vm.assertEq(logs[i].emitter, address(processor), "no transfer of the token");
        }
    }

    function test_an_item_with_a_forged_authorization_fails_alone() public {
        Order memory o = order(1);
        _failsAlone(o, packedWith(o, _sign(0xbad, termsAuthDigest(o))), text("FiatTokenV2: invalid signature"));
    }

    function test_an_item_with_a_high_s_fails_alone() public {
        Order memory o = order(1);
        IPaymentProcessor.Sig memory sig = signTerms(o);
        sig.s = bytes32(uint256(0x7FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF5D576E7357A4501DDFE92F46681B20A0) + 1);
        _failsAlone(o, packedWith(o, sig), text("ECRecover: invalid signature 's' value"));
    }

    function test_an_expired_item_fails_alone() public {
        Order memory o = order(1);
        o.validBefore = START;
        _failsAlone(o, packed(o), text("FiatTokenV2: authorization is expired"));
    }

    function test_takes_only_items_that_are_valid_from_the_start() public {
        Order memory o = order(1);
        o.validAfter = 1;
        _failsAlone(o, packed(o), text("FiatTokenV2: invalid signature"));
    }

    function test_an_item_of_a_blacklisted_payer_fails_alone() public {
        Order memory o = order(1);
        setBlacklisted(o.from, true);
        _failsAlone(o, packed(o), text("Blacklistable: account is blacklisted"));
    }

    function test_an_item_above_the_balance_fails_alone() public {
        Order memory o = order(1);
        o.amount = FUNDS + 1;
        _failsAlone(o, packed(o), text("ERC20: transfer amount exceeds balance"));
    }

    function test_the_largest_amount_fails_alone() public {
        Order memory o = order(1);
        o.amount = type(uint64).max;
        _failsAlone(o, packed(o), text("ERC20: transfer amount exceeds balance"));
    }

    function test_takes_the_largest_amount() public {
        Order memory o = order(1);
        o.amount = type(uint64).max;
        mint(usdc, o.from, type(uint64).max);
        vm.assertEq(settleTerms(oneTermsGroup(packed(o)))[0], 1, "bitmap");
        vm.assertEq(usdc.balanceOf(payoutA), o.amount - o.amount / 100, "payout");
    }

    function test_an_item_of_zero_fails_alone() public {
        Order memory o = order(1);
        o.amount = 0;
        _failsAlone(o, packed(o), abi.encodeWithSelector(IPaymentProcessor.ZeroAmount.selector));
    }

    function test_an_item_of_the_zero_address_fails_alone() public {
        Order memory o = order(1);
        o.from = address(0);
        IPaymentProcessor.Sig memory nothing;
        nothing.v = 27;
        _failsAlone(o, packedWith(o, nothing), text("ECRecover: invalid signature"));
    }

    function test_takes_a_wallet_whose_code_accepts_the_signature() public {
        Order memory o = order(1);
        o.from = address(new LocalSmartWallet(o.from));
        mint(usdc, o.from, FUNDS);
        vm.assertEq(settleTerms(oneTermsGroup(packed(o)))[0], 1, "bitmap");
        expectTermsSettled(o, payoutA);
    }

    function test_an_item_that_burns_its_gas_fails_alone() public {
        Order memory o = order(1);
        vm.etch(o.from, address(new GasBurner()).code);
        _failsAlone(o, packed(o), text("FiatTokenV2: invalid signature"));
    }

    function test_an_item_sent_twice_settles_once() public {
        Order memory o = order(1);
        uint256[] memory okBitmaps = settleTerms(oneTermsGroup(bytes.concat(packed(o), packed(o))));
        vm.assertEq(okBitmaps[0], 1, "bitmap");
        expectTermsSettled(o, payoutA);
    }

    function test_a_failed_item_settles_when_sent_again_until_its_time_is_over() public {
        // Why a failure in a batch is not the end of a payment: whoever saw the signatures can send them again.
        Order memory o = order(1);
        setBlacklisted(o.from, true);
        vm.assertEq(settleTerms(oneTermsGroup(packed(o)))[0], 0, "bitmap");
        setBlacklisted(o.from, false);
        payTerms(o);
        expectTermsSettled(o, payoutA);
    }

    function test_anyone_can_make_a_payment_fail_on_paper() public {
        // A forged PaymentFailed carries the real payment's id and changes nothing.
        Order memory o = order(1);
        IPaymentProcessor.Sig memory junk = signTerms(o);
        junk.r = bytes32(0);
        vm.expectEmit(address(processor));
        emit IPaymentProcessor.PaymentFailed(
            address(registry), termsIdOf(o), merchantA, 0, text("ECRecover: invalid signature")
        );
        vm.prank(named("stranger"));
        processor.settleTermsBatch(address(registry), oneTermsGroup(packedWith(o, junk)));
        expectUntouched(o);
        payTerms(o);
        expectTermsSettled(o, payoutA);
    }

    function test_takes_a_group_back_when_its_payout_is_blacklisted() public {
        (Order memory first, Order memory second, Order memory other) = (order(1), order(2), order(3));
        other.merchantId = merchantB;
        setBlacklisted(payoutA, true);
        IPaymentProcessor.TermsGroup[] memory groups = new IPaymentProcessor.TermsGroup[](2);
        groups[0] = IPaymentProcessor.TermsGroup(merchantA, address(usdc), bytes.concat(packed(first), packed(second)));
        groups[1] = IPaymentProcessor.TermsGroup(merchantB, address(usdc), packed(other));

        vm.expectEmit(address(processor));
        emit IPaymentProcessor.GroupFailed(
            address(registry), merchantA, address(usdc), 0, 2, text("Blacklistable: account is blacklisted")
        );
        uint256[] memory okBitmaps = settleTerms(groups);

        vm.assertEq(okBitmaps[0], 0, "first bitmap");
        vm.assertEq(okBitmaps[1], 1, "second bitmap");
        expectUntouched(first);
        expectUntouched(second);
        expectTermsSettled(other, payoutB);
    }

    function test_reports_the_index_of_a_group_that_cannot_be_paid() public {
        Order memory good = order(1);
        Order memory toClosed = order(2);
        toClosed.merchantId = merchantB;
        vm.prank(operator);
        registry.close(merchantB);
        IPaymentProcessor.TermsGroup[] memory groups = new IPaymentProcessor.TermsGroup[](3);
        groups[0] = IPaymentProcessor.TermsGroup(merchantA, address(usdc), packed(good));
        groups[1] = IPaymentProcessor.TermsGroup(merchantB, address(usdc), packed(toClosed));
        groups[2] = IPaymentProcessor.TermsGroup(merchantA, relayer, packed(good));

        vm.expectEmit(address(processor));
        emit IPaymentProcessor.GroupFailed(address(registry), merchantB, address(usdc), 1, 1, notPayable(merchantB));
        vm.expectEmit(address(processor));
        emit IPaymentProcessor.GroupFailed(
            address(registry),
            merchantA,
            relayer,
            2,
            1,
            abi.encodeWithSelector(IRoutes.UnsupportedToken.selector, relayer)
        );
        uint256[] memory okBitmaps = settleTerms(groups);
        vm.assertEq(okBitmaps[0], 1, "first bitmap");
        vm.assertEq(okBitmaps[1], 0, "second bitmap");
        vm.assertEq(okBitmaps[2], 0, "third bitmap");
        expectUntouched(toClosed);
    }

    function test_an_absent_second_token_is_not_supported() public {
        IPaymentProcessor.TermsGroup[] memory groups = oneTermsGroup(packed(order(1)));
        groups[0].token = address(0);
        vm.expectEmit(address(processor));
        emit IPaymentProcessor.GroupFailed(
            address(registry),
            merchantA,
            address(0),
            0,
            1,
            abi.encodeWithSelector(IRoutes.UnsupportedToken.selector, address(0))
        );
        settleTerms(groups);
    }

    /// @dev Random items, good and bad, in random order: the bitmap, the events and the balances agree.
    function testFuzz_order_of_items_changes_nothing(uint256 seed) public {
        uint256 size = between(seed, 1, 12);
        Order[] memory orders = new Order[](size);
        for (uint256 i = 0; i < size; ++i) {
            orders[i] = order(i);
            if (_isBad(seed, i)) orders[i].validBefore = START;
        }
        uint256[] memory shuffled = _shuffle(size, seed);
        bytes memory items;
        for (uint256 i = 0; i < size; ++i) {
            items = bytes.concat(items, packed(orders[shuffled[i]]));
        }
        vm.recordLogs();
        uint256 okBitmap = settleTerms(oneTermsGroup(items))[0];
        Vm.Log[] memory logs = vm.getRecordedLogs();

        uint256 good;
        for (uint256 i = 0; i < size; ++i) {
            bool bad = _isBad(seed, shuffled[i]);
            vm.assertEq(okBitmap >> i & 1, bad ? 0 : 1, "bit");
            if (bad) {
                expectUntouched(orders[shuffled[i]]);
            } else {
                good += 1;
                vm.assertEq(usdc.balanceOf(orders[shuffled[i]].from), FUNDS - PRICE, "payer");
            }
        }
        vm.assertEq(okBitmap >> size, 0, "no bits past the items");
        vm.assertEq(usdc.balanceOf(payoutA), good * (PRICE - FEE), "payout");
        vm.assertEq(usdc.balanceOf(address(processor)), good * FEE, "accrued fees");
        vm.assertEq(countEvents(logs, IPaymentProcessor.PaymentSettled.selector), good, "settled events");
        vm.assertEq(countEvents(logs, IPaymentProcessor.PaymentFailed.selector), size - good, "failed events");
        vm.assertEq(_transfersTo(logs, payoutA), good == 0 ? 0 : 1, "payout transfers");
    }

    function test_settles_the_largest_batch() public {
        uint256 size = processor.MAX_BATCH_ITEMS();
        bytes memory items;
        for (uint256 i = 0; i < size; ++i) {
            items = bytes.concat(items, packed(order(i)));
        }
        vm.assertEq(settleTerms(oneTermsGroup(items))[0], (1 << size) - 1, "bitmap");
        vm.assertEq(usdc.balanceOf(payoutA), size * (PRICE - FEE), "payout");
    }

    function test_refuses_more_items_over_all_groups() public {
        uint256 size = processor.MAX_BATCH_ITEMS();
        IPaymentProcessor.TermsGroup[] memory groups = new IPaymentProcessor.TermsGroup[](2);
        groups[0] = IPaymentProcessor.TermsGroup(merchantA, address(usdc), new bytes(140 * size));
        groups[1] = IPaymentProcessor.TermsGroup(merchantB, address(usdc), packed(order(1)));
        vm.expectRevert(abi.encodeWithSelector(IPaymentProcessor.BatchTooLarge.selector, size + 1));
        processor.settleTermsBatch(address(registry), groups);
    }

    function test_does_nothing_for_an_empty_batch() public {
        vm.recordLogs();
        vm.assertEq(settleTerms(new IPaymentProcessor.TermsGroup[](0)).length, 0, "no groups");
        uint256[] memory okBitmaps = settleTerms(oneTermsGroup(""));
        vm.assertEq(okBitmaps[0], 0, "no items");
        vm.assertEq(vm.getRecordedLogs().length, 0, "no events");
    }

    function testFuzz_refuses_a_length_that_is_no_multiple(uint8 length) public {
        vm.assume(length % 140 != 0);
        IPaymentProcessor.TermsGroup[] memory groups = new IPaymentProcessor.TermsGroup[](2);
        groups[0] = IPaymentProcessor.TermsGroup(merchantA, address(usdc), packed(order(1)));
        groups[1] = IPaymentProcessor.TermsGroup(merchantA, address(usdc), new bytes(length));
        vm.expectRevert(abi.encodeWithSelector(IPaymentProcessor.BadItemsLength.selector, length));
        processor.settleTermsBatch(address(registry), groups);
    }

    function test_an_item_takes_140_bytes() public view {
        vm.assertEq(packed(unfundedOrder(1)).length, 140, "bytes");
    }

    /// @dev Sends the item before and after good ones: they settle, it does not, and its payer keeps everything.
    function _failsAlone(Order memory bad, bytes memory sent, bytes memory reason) private {
        (Order memory before, Order memory behind) = (order(100), order(101));
        bytes memory items = bytes.concat(packed(before), sent, packed(behind));
        Order memory named_ = bad;
        named_.merchantId = merchantA;
        uint256 balance = usdc.balanceOf(bad.from);

        vm.expectEmit(address(processor));
        emit IPaymentProcessor.PaymentFailed(address(registry), termsIdOf(named_), merchantA, 1, reason);
        uint256 okBitmap = settleTerms(oneTermsGroup(items))[0];

        vm.assertEq(okBitmap, 5, "bitmap");
        vm.assertEq(usdc.balanceOf(bad.from), balance, "payer of the bad item");
        vm.assertFalse(usdc.authorizationState(bad.from, termsIdOf(bad)), "nonce of the bad item");
        vm.assertEq(usdc.balanceOf(payoutA), 2 * (PRICE - FEE), "payout");
        vm.assertEq(usdc.balanceOf(address(processor)), 2 * FEE, "accrued fees");
    }

    function _transfersTo(Vm.Log[] memory logs, address to) private view returns (uint256 count) {
        for (uint256 i = 0; i < logs.length; ++i) {
            if (logs[i].emitter != address(usdc)) continue;
            if (logs[i].topics[0] != keccak256("Transfer(address,address,uint256)")) continue;
            if (address(uint160(uint256(logs[i].topics[2]))) == to) count += 1;
        }
    }

    function _isBad(uint256 seed, uint256 index) private pure returns (bool) {
        return uint256(keccak256(abi.encode(seed, "bad", index))) % 3 == 0;
    }

    function _shuffle(uint256 size, uint256 seed) private pure returns (uint256[] memory shuffled) {
        shuffled = new uint256[](size);
        for (uint256 i = 0; i < size; ++i) {
            uint256 j = uint256(keccak256(abi.encode(seed, i))) % (i + 1);
            shuffled[i] = shuffled[j];
            shuffled[j] = i;
        }
    }
}
