// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IRoutes} from "../../../src/core/interfaces/IRoutes.sol";
import {IPaymentProcessor} from "../../../src/payments/interfaces/IPaymentProcessor.sol";
import {LocalFiatToken} from "../../../src/local/LocalFiatToken.sol";
import {LocalSmartWallet} from "../../../src/local/LocalSmartWallet.sol";
import {PaymentTest} from "../support/PaymentTest.sol";

contract PayTest is PaymentTest {
    function test_splits_the_amount_between_merchant_and_platform() public {
        Order memory o = order(1);
        vm.expectEmit(address(processor));
        emit IPaymentProcessor.PaymentsRouted(address(registry), merchantA, address(usdc), payoutA, FEE_BPS, relayer);
        vm.expectEmit(address(processor));
        emit IPaymentProcessor.PaymentSettled(address(registry), idOf(o), o.ref, o.from, PRICE);
        bytes32 id = pay(o);
        vm.assertEq(id, idOf(o), "id");
        expectSettled(o, payoutA);
    }

    function test_takes_the_second_token_too() public {
        Order memory o = unfundedOrder(1);
        o.token = eurc;
        mint(eurc, o.from, FUNDS);
        pay(o);
        expectSettled(o, payoutA);
    }

    function test_lets_the_payer_submit_it() public {
        Order memory o = order(1);
        (IPaymentProcessor.Sig memory auth, IPaymentProcessor.Sig memory intent) = (signAuth(o), signIntent(o));
        vm.prank(o.from);
        processor.pay(payment(o), auth, intent);
        expectSettled(o, payoutA);
    }

    function testFuzz_loses_nothing_in_the_split(uint256 amount, uint256 feeBps) public {
        amount = between(amount, 1, type(uint128).max);
        feeBps = between(feeBps, 0, registry.MAX_FEE_BPS());
        vm.prank(operator);
        registry.setFee(merchantA, uint16(feeBps));
        vm.warp(START + 24 hours);
        Order memory o = unfundedOrder(1);
        (o.amount, o.validBefore) = (amount, START + 25 hours);
        mint(usdc, o.from, amount);
        pay(o);

        uint256 fee = amount * feeBps / 10_000;
        vm.assertEq(usdc.balanceOf(o.from), 0, "payer");
        vm.assertEq(usdc.balanceOf(payoutA), amount - fee, "payout");
        vm.assertEq(usdc.balanceOf(address(processor)), fee, "fee, rounded down");
    }

    function test_refuses_the_same_payment_twice() public {
        Order memory o = order(1);
        pay(o);
        _refused(o, text("FiatTokenV2: authorization is used or canceled"));
        expectSettled(o, payoutA);
    }

    function test_settles_only_one_of_two_intents_on_one_nonce() public {
        Order memory first = order(1);
        Order memory second = order(1);
        second.ref = keccak256("another reference");
        second.merchantId = merchantB;
        pay(first);
        _refused(second, text("FiatTokenV2: authorization is used or canceled"));
        vm.assertEq(usdc.balanceOf(payoutB), 0, "merchant B");
    }

    function testFuzz_refuses_what_the_payer_did_not_intend(uint8 field, bytes32 value) public {
        Order memory signed = order(1);
        Order memory sent = _alter(signed, field, value);
        IPaymentProcessor.Sig memory intent = signIntent(signed);
        IPaymentProcessor.Sig memory auth = signAuth(sent);
        vm.expectRevert(IPaymentProcessor.InvalidIntent.selector);
        processor.pay(payment(sent), auth, intent);
    }

    function test_never_credits_another_merchant_than_the_signed_one() public {
        Order memory signed = order(1);
        Order memory sent = order(1);
        sent.merchantId = merchantB;
        (IPaymentProcessor.Sig memory auth, IPaymentProcessor.Sig memory intent) =
            (signAuth(signed), signIntent(signed));
        vm.expectRevert(IPaymentProcessor.InvalidIntent.selector);
        processor.pay(payment(sent), auth, intent);
        vm.assertEq(usdc.balanceOf(payoutB), 0, "merchant B");
    }

    function testFuzz_refuses_an_intent_signed_by_another_key(uint256 key) public {
        Order memory o = order(1);
        key = between(key, 1, type(uint128).max);
        vm.assume(key != o.key);
        IPaymentProcessor.Sig memory auth = signAuth(o);
        IPaymentProcessor.Sig memory intent = _sign(key, idOf(o));
        vm.expectRevert(IPaymentProcessor.InvalidIntent.selector);
        processor.pay(payment(o), auth, intent);
    }

    function test_refuses_an_intent_for_another_chain() public {
        Order memory o = order(1);
        IPaymentProcessor.Sig memory intent = signIntent(o);
        vm.chainId(block.chainid + 1);
        IPaymentProcessor.Sig memory auth = signAuth(o);
        vm.expectRevert(IPaymentProcessor.InvalidIntent.selector);
        processor.pay(payment(o), auth, intent);
    }

    function test_refuses_a_malleated_intent() public {
        Order memory o = order(1);
        (IPaymentProcessor.Sig memory auth, IPaymentProcessor.Sig memory intent) = (signAuth(o), signIntent(o));
        vm.expectRevert(IPaymentProcessor.InvalidIntent.selector);
        processor.pay(payment(o), auth, malleate(intent));
    }

    function test_refuses_a_malleated_authorization() public {
        Order memory o = order(1);
        (IPaymentProcessor.Sig memory auth, IPaymentProcessor.Sig memory intent) = (signAuth(o), signIntent(o));
        vm.expectRevert(text("ECRecover: invalid signature 's' value"));
        processor.pay(payment(o), malleate(auth), intent);
    }

    function testFuzz_refuses_an_intent_with_another_v(uint8 v) public {
        vm.assume(v != 27 && v != 28);
        Order memory o = order(1);
        (IPaymentProcessor.Sig memory auth, IPaymentProcessor.Sig memory intent) = (signAuth(o), signIntent(o));
        intent.v = v;
        vm.expectRevert(IPaymentProcessor.InvalidIntent.selector);
        processor.pay(payment(o), auth, intent);
    }

    function testFuzz_refuses_an_authorization_with_another_v(uint8 v) public {
        vm.assume(v != 27 && v != 28);
        Order memory o = order(1);
        (IPaymentProcessor.Sig memory auth, IPaymentProcessor.Sig memory intent) = (signAuth(o), signIntent(o));
        auth.v = v;
        vm.expectRevert(text("ECRecover: invalid signature 'v' value"));
        processor.pay(payment(o), auth, intent);
    }

    function test_refuses_the_zero_address_as_payer() public {
        Order memory o = order(1);
        o.from = address(0);
        IPaymentProcessor.Sig memory nothing;
        vm.expectRevert(IPaymentProcessor.InvalidIntent.selector);
        processor.pay(payment(o), nothing, nothing);
    }

    function test_refuses_an_authorization_to_somebody_else() public {
        Order memory o = order(1);
        Authorization memory elsewhere = Authorization(o.from, relayer, o.amount, o.validAfter, o.validBefore, o.nonce);
        IPaymentProcessor.Sig memory auth = _sign(o.key, receiveDigest(usdc, elsewhere));
        IPaymentProcessor.Sig memory intent = signIntent(o);
        vm.expectRevert(text("FiatTokenV2: invalid signature"));
        processor.pay(payment(o), auth, intent);
    }

    function test_refuses_before_and_after_the_window() public {
        Order memory o = order(1);
        o.validAfter = START;
        _refused(o, text("FiatTokenV2: authorization is not yet valid"));
        vm.warp(o.validBefore);
        _refused(o, text("FiatTokenV2: authorization is expired"));
        vm.warp(o.validBefore - 1);
        pay(o);
        expectSettled(o, payoutA);
    }

    function test_refuses_an_amount_of_zero() public {
        Order memory o = order(1);
        o.amount = 0;
        _refused(o, abi.encodeWithSelector(IPaymentProcessor.ZeroAmount.selector));
    }

    function test_refuses_more_than_the_payer_has() public {
        Order memory o = order(1);
        o.amount = FUNDS + 1;
        _refused(o, text("ERC20: transfer amount exceeds balance"));
        o.amount = type(uint256).max;
        _refused(o, text("ERC20: transfer amount exceeds balance"));
    }

    function test_refuses_a_blacklisted_payer() public {
        Order memory o = order(1);
        setBlacklisted(o.from, true);
        _refused(o, text("Blacklistable: account is blacklisted"));
    }

    function test_debits_nobody_when_the_payout_is_blacklisted() public {
        Order memory o = order(1);
        setBlacklisted(payoutA, true);
        _refused(o, text("Blacklistable: account is blacklisted"));
        expectUntouched(o);
    }

    function test_refuses_while_the_token_is_paused() public {
        Order memory o = order(1);
        vm.prank(tokenOwner);
        usdc.pause();
        _refused(o, text("Pausable: paused"));
    }

    function test_refuses_a_cancelled_authorization() public {
        Order memory o = order(1);
        bytes32 structHash = keccak256(abi.encode(usdc.CANCEL_AUTHORIZATION_TYPEHASH(), o.from, o.nonce));
        IPaymentProcessor.Sig memory sig = _sign(o.key, typedDigest(usdc.DOMAIN_SEPARATOR(), structHash));
        usdc.cancelAuthorization(o.from, o.nonce, sig.v, sig.r, sig.s);
        _refused(o, text("FiatTokenV2: authorization is used or canceled"));
    }

    function testFuzz_refuses_another_token(address token) public {
        vm.assume(token != address(usdc) && token != address(eurc));
        Order memory o = order(1);
        IPaymentProcessor.Payment memory sent = payment(o);
        sent.token = token;
        (IPaymentProcessor.Sig memory auth, IPaymentProcessor.Sig memory intent) = (signAuth(o), signIntent(o));
        vm.expectRevert(abi.encodeWithSelector(IRoutes.UnsupportedToken.selector, token));
        processor.pay(sent, auth, intent);
    }

    function testFuzz_refuses_an_unknown_merchant(uint256 id) public {
        vm.assume(id == 0 || id > registry.count());
        Order memory o = order(1);
        o.merchantId = id;
        _refused(o, notPayable(id));
    }

    function test_settles_for_a_suspended_merchant_until_its_time_is_over() public {
        Order memory early = order(1);
        Order memory late = order(2);
        vm.prank(operator);
        registry.suspend(merchantA, uint48(START + 5 minutes));
        vm.warp(START + 5 minutes - 1);
        pay(early);
        expectSettled(early, payoutA);
        vm.warp(START + 5 minutes);
        _refused(late, notPayable(merchantA));
        expectUntouched(late);
    }

    function test_refuses_a_closed_merchant() public {
        Order memory o = order(1);
        vm.prank(operator);
        registry.close(merchantA);
        _refused(o, notPayable(merchantA));
    }

    function test_refuses_a_merchant_whose_payout_is_the_processor() public {
        Order memory o = order(1);
        o.merchantId = register(address(processor));
        _refused(o, notPayable(o.merchantId));
    }

    function test_pays_the_current_payout_address() public {
        Order memory o = order(1);
        vm.prank(named("owner"));
        registry.setPayout(merchantA, named("new payout"));
        pay(o);
        expectSettled(o, named("new payout"));
    }

    function test_takes_an_account_whose_code_accepts_its_own_key() public {
        Order memory o = order(1);
        vm.etch(o.from, address(new LocalSmartWallet(o.from)).code);
        pay(o);
        expectSettled(o, payoutA);
    }

    function test_refuses_a_payer_that_is_a_contract() public {
        Order memory o = order(1);
        LocalSmartWallet wallet = new LocalSmartWallet(o.from);
        o.from = address(wallet);
        mint(usdc, o.from, FUNDS);
        _refused(o, abi.encodeWithSelector(IPaymentProcessor.InvalidIntent.selector));
    }

    function _refused(Order memory o, bytes memory reason) private {
        (IPaymentProcessor.Sig memory auth, IPaymentProcessor.Sig memory intent) = (signAuth(o), signIntent(o));
        IPaymentProcessor.Payment memory sent = payment(o);
        vm.expectRevert(reason);
        processor.pay(sent, auth, intent);
    }

    /// @dev The order with one field that the intent signs changed to another value.
    function _alter(Order memory o, uint8 field, bytes32 value) private returns (Order memory altered) {
        altered = order(1);
        uint256 number = between(uint256(value), 1, FUNDS);
        if (field % 6 == 0) altered.merchantId = o.merchantId == merchantA ? merchantB : merchantA;
        if (field % 6 == 1) altered.amount = number == o.amount ? number + 1 : number;
        if (field % 6 == 2) altered.nonce = value == o.nonce ? bytes32(0) : value;
        if (field % 6 == 3) altered.ref = value == o.ref ? bytes32(0) : value;
        if (field % 6 == 4) (altered.token, altered.validAfter) = (LocalFiatToken(address(eurc)), 0);
        if (field % 6 == 5) altered.from = order(number + 1).from;
    }
}
