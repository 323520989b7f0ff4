// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IRoutes} from "../../../src/core/interfaces/IRoutes.sol";
import {IPaymentProcessor} from "../../../src/payments/interfaces/IPaymentProcessor.sol";
import {LocalFiatToken} from "../../../src/local/LocalFiatToken.sol";
import {LocalSmartWallet} from "../../../src/local/LocalSmartWallet.sol";
import {PaymentTest} from "../support/PaymentTest.sol";

contract PayTermsTest is PaymentTest {
    function test_splits_the_amount_between_merchant_and_platform() public {
        Order memory o = order(1);
        vm.expectEmit(address(processor));
        emit IPaymentProcessor.PaymentsRouted(address(registry), merchantA, address(usdc), payoutA, FEE_BPS, relayer);
        vm.expectEmit(address(processor));
        emit IPaymentProcessor.PaymentSettled(address(registry), termsIdOf(o), o.ref, o.from, PRICE);
        bytes32 id = payTerms(o);
        vm.assertEq(id, termsIdOf(o), "id");
        expectTermsSettled(o, payoutA);
    }

    function test_takes_the_second_token_too() public {
        Order memory o = unfundedOrder(1);
        o.token = eurc;
        mint(eurc, o.from, FUNDS);
        payTerms(o);
        expectTermsSettled(o, payoutA);
    }

    function test_lets_the_payer_submit_it() public {
        Order memory o = order(1);
        IPaymentProcessor.Sig memory auth = signTerms(o);
        vm.prank(o.from);
        processor.payTerms(terms(o), auth);
        expectTermsSettled(o, payoutA);
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
        payTerms(o);

        uint256 fee = amount * feeBps / 10_000;
        vm.assertEq(usdc.balanceOf(o.from), 0, "payer");
        vm.assertEq(usdc.balanceOf(payoutA), amount - fee, "payout");
        vm.assertEq(usdc.balanceOf(address(processor)), fee, "fee, rounded down");
    }

    function test_refuses_the_same_payment_twice() public {
        Order memory o = order(1);
        payTerms(o);
        _refused(o, text("FiatTokenV2: authorization is used or canceled"));
        expectTermsSettled(o, payoutA);
    }

    function test_settles_two_payments_that_differ_in_their_salt() public {
        Order memory o = order(1);
        payTerms(o);
        o.salt += 1;
        payTerms(o);
        vm.assertEq(usdc.balanceOf(payoutA), 2 * (PRICE - PRICE / 100), "payout");
    }

    /// @dev A thief who saw the authorization can send it with other terms: the nonce is then another one.
    function testFuzz_refuses_what_the_payer_did_not_sign(uint8 field, bytes32 value) public {
        Order memory signed = order(1);
        Order memory sent = _alter(signed, field, value);
        IPaymentProcessor.Sig memory auth = signTerms(signed);
        vm.expectRevert(text("FiatTokenV2: invalid signature"));
        vm.prank(named("thief"));
        processor.payTerms(terms(sent), auth);
        expectUntouched(signed);
    }

    function testFuzz_refuses_an_authorization_by_another_key(uint256 key) public {
        Order memory o = order(1);
        key = between(key, 1, type(uint128).max);
        vm.assume(key != o.key);
        IPaymentProcessor.Sig memory auth = _sign(key, termsAuthDigest(o));
        vm.expectRevert(text("FiatTokenV2: invalid signature"));
        processor.payTerms(terms(o), auth);
    }

    function testFuzz_refuses_terms_for_another_chain(uint64 chainId) public {
        vm.assume(chainId != block.chainid && chainId != 0);
        Order memory o = order(1);
        IPaymentProcessor.Sig memory auth = signTerms(o);
        vm.chainId(chainId);
        vm.expectRevert(text("FiatTokenV2: invalid signature"));
        processor.payTerms(terms(o), auth);
    }

    function test_refuses_terms_for_another_deployment() public {
        Order memory o = order(1);
        IPaymentProcessor.Sig memory auth = signTerms(o);
        processor = deployProcessor();
        vm.expectRevert(text("FiatTokenV2: invalid signature"));
        processor.payTerms(terms(o), auth);
    }

    /// @dev The authorization is right in everything but its nonce, which the payer chose at will.
    function testFuzz_refuses_an_authorization_with_a_nonce_of_its_own(bytes32 nonce) public {
        Order memory o = order(1);
        vm.assume(nonce != termsIdOf(o));
        o.nonce = nonce;
        IPaymentProcessor.Sig memory auth = signAuth(o);
        vm.expectRevert(text("FiatTokenV2: invalid signature"));
        processor.payTerms(terms(o), auth);
        expectUntouched(o);
    }

    function test_refuses_a_malleated_authorization() public {
        Order memory o = order(1);
        IPaymentProcessor.Sig memory auth = signTerms(o);
        vm.expectRevert(text("ECRecover: invalid signature 's' value"));
        processor.payTerms(terms(o), malleate(auth));
    }

    function testFuzz_refuses_an_authorization_with_another_v(uint8 v) public {
        vm.assume(v != 27 && v != 28);
        Order memory o = order(1);
        IPaymentProcessor.Sig memory auth = signTerms(o);
        auth.v = v;
        vm.expectRevert(text("ECRecover: invalid signature 'v' value"));
        processor.payTerms(terms(o), auth);
    }

    function test_refuses_the_zero_address_as_payer() public {
        Order memory o = order(1);
        o.from = address(0);
        IPaymentProcessor.Sig memory nothing;
        nothing.v = 27;
        vm.expectRevert(text("ECRecover: invalid signature"));
        processor.payTerms(terms(o), nothing);
    }

    function test_refuses_an_authorization_to_somebody_else() public {
        Order memory o = order(1);
        Authorization memory elsewhere =
            Authorization(o.from, relayer, o.amount, o.validAfter, o.validBefore, termsIdOf(o));
        IPaymentProcessor.Sig memory auth = _sign(o.key, receiveDigest(usdc, elsewhere));
        vm.expectRevert(text("FiatTokenV2: invalid signature"));
        processor.payTerms(terms(o), auth);
    }

    function test_refuses_before_and_after_the_window() public {
        Order memory o = order(1);
        o.validAfter = START;
        _refused(o, text("FiatTokenV2: authorization is not yet valid"));
        vm.warp(o.validBefore);
        _refused(o, text("FiatTokenV2: authorization is expired"));
        vm.warp(o.validBefore - 1);
        payTerms(o);
        expectTermsSettled(o, payoutA);
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
        bytes32 structHash = keccak256(abi.encode(usdc.CANCEL_AUTHORIZATION_TYPEHASH(), o.from, termsIdOf(o)));
        IPaymentProcessor.Sig memory sig = _sign(o.key, typedDigest(usdc.DOMAIN_SEPARATOR(), structHash));
        usdc.cancelAuthorization(o.from, termsIdOf(o), sig.v, sig.r, sig.s);
        _refused(o, text("FiatTokenV2: authorization is used or canceled"));
    }

    function testFuzz_refuses_another_token(address token) public {
        vm.assume(token != address(usdc) && token != address(eurc));
        Order memory o = order(1);
        IPaymentProcessor.Terms memory sent = terms(o);
        sent.token = token;
        IPaymentProcessor.Sig memory auth = signTerms(o);
        vm.expectRevert(abi.encodeWithSelector(IRoutes.UnsupportedToken.selector, token));
        processor.payTerms(sent, auth);
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
        payTerms(early);
        expectTermsSettled(early, payoutA);
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
        payTerms(o);
        expectTermsSettled(o, named("new payout"));
    }

    function test_takes_an_account_whose_code_accepts_its_own_key() public {
        Order memory o = order(1);
        vm.etch(o.from, address(new LocalSmartWallet(o.from)).code);
        payTerms(o);
        expectTermsSettled(o, payoutA);
    }

    function test_takes_a_contract_whose_code_accepts_the_signature() public {
        Order memory o = order(1);
        o.from = address(new LocalSmartWallet(o.from));
        mint(usdc, o.from, FUNDS);
        payTerms(o);
        expectTermsSettled(o, payoutA);
    }

    function test_refuses_a_contract_that_cannot_be_asked() public {
        Order memory o = order(1);
        o.from = address(registry);
        mint(usdc, o.from, FUNDS);
        _refused(o, text("FiatTokenV2: invalid signature"));
    }

    function _refused(Order memory o, bytes memory reason) private {
        IPaymentProcessor.Sig memory auth = signTerms(o);
        IPaymentProcessor.Terms memory sent = terms(o);
        vm.expectRevert(reason);
        processor.payTerms(sent, auth);
    }

    /// @dev The order with one field that the payer signed changed to another value.
    function _alter(Order memory o, uint8 field, bytes32 value) private returns (Order memory altered) {
        altered = unfundedOrder(1);
        uint256 number = between(uint256(value), 1, FUNDS);
        if (field % 6 == 0) altered.merchantId = o.merchantId == merchantA ? merchantB : merchantA;
        if (field % 6 == 1) altered.amount = number == o.amount ? number + 1 : number;
        if (field % 6 == 2) altered.salt = uint96(uint256(value)) == o.salt ? o.salt + 1 : uint96(uint256(value));
        if (field % 6 == 3) altered.ref = value == o.ref ? bytes32(0) : value;
        if (field % 6 == 4) altered.token = eurc;
        if (field % 6 == 5) altered.from = order(number + 1).from;
        mint(eurc, o.from, FUNDS);
    }
}
