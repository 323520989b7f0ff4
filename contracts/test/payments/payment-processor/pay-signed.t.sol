// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IPaymentProcessor} from "../../../src/payments/interfaces/IPaymentProcessor.sol";
import {LocalSmartWallet} from "../../../src/local/LocalSmartWallet.sol";
import {LongSignatureWallet} from "../../support/LongSignatureWallet.sol";
import {PaymentTest} from "../support/PaymentTest.sol";

contract PaySignedTest is PaymentTest {
    function test_settles_for_a_smart_wallet() public {
        Order memory o = _walletOrder(1);
        vm.expectEmit(address(processor));
        emit IPaymentProcessor.PaymentsRouted(address(registry), merchantA, address(usdc), payoutA, FEE_BPS, relayer);
        vm.expectEmit(address(processor));
        emit IPaymentProcessor.PaymentSettled(address(registry), idOf(o), o.ref, o.from, PRICE);
        bytes32 id = _paySigned(o);
        vm.assertEq(id, idOf(o), "id");
        expectSettled(o, payoutA);
    }

    function test_settles_for_an_account_without_code() public {
        Order memory o = order(1);
        _paySigned(o);
        expectSettled(o, payoutA);
    }

    function test_settles_for_a_delegated_account_whose_code_accepts_its_key() public {
        Order memory o = order(1);
        vm.etch(o.from, address(new LocalSmartWallet(o.from)).code);
        _paySigned(o);
        expectSettled(o, payoutA);
    }

    function test_takes_an_intent_by_key_when_the_code_wants_another_key() public {
        // The account's key signed the intent; its code accepts only a session key, which signed the authorization.
        Order memory o = order(1);
        uint256 sessionKey = 0xbeef;
        vm.etch(o.from, address(new LocalSmartWallet(vm.addr(sessionKey))).code);
        bytes memory auth = bytesOf(_sign(sessionKey, authDigest(o)));
        bytes memory intent = bytesOf(signIntent(o));
        processor.paySigned(payment(o), auth, intent);
        expectSettled(o, payoutA);
    }

    function test_refuses_a_wallet_that_did_not_sign_the_intent() public {
        Order memory o = _walletOrder(1);
        bytes memory auth = bytesOf(signAuth(o));
        bytes memory intent = bytesOf(_sign(0xbad, idOf(o)));
        vm.expectRevert(IPaymentProcessor.InvalidIntent.selector);
        processor.paySigned(payment(o), auth, intent);
    }

    function test_refuses_a_wallet_that_did_not_sign_the_authorization() public {
        Order memory o = _walletOrder(1);
        bytes memory auth = bytesOf(_sign(0xbad, authDigest(o)));
        bytes memory intent = bytesOf(signIntent(o));
        vm.expectRevert(text("FiatTokenV2: invalid signature"));
        processor.paySigned(payment(o), auth, intent);
    }

    function test_never_credits_another_merchant_than_the_signed_one() public {
        Order memory signed = _walletOrder(1);
        Order memory sent = signed;
        bytes memory auth = bytesOf(signAuth(signed));
        bytes memory intent = bytesOf(signIntent(signed));
        sent.merchantId = merchantB;
        vm.expectRevert(IPaymentProcessor.InvalidIntent.selector);
        processor.paySigned(payment(sent), auth, intent);
    }

    function testFuzz_refuses_an_intent_that_is_no_signature(bytes calldata intent) public {
        Order memory o = order(1);
        bytes memory auth = bytesOf(signAuth(o));
        vm.expectRevert(IPaymentProcessor.InvalidIntent.selector);
        processor.paySigned(payment(o), auth, intent);
    }

    function testFuzz_refuses_a_payer_without_code_or_key(address from) public {
        vm.assume(from.code.length == 0);
        Order memory o = order(1);
        bytes memory auth = bytesOf(signAuth(o));
        o.from = from;
        bytes memory intent = bytesOf(signIntent(o));
        vm.expectRevert(IPaymentProcessor.InvalidIntent.selector);
        processor.paySigned(payment(o), auth, intent);
    }

    function test_shares_the_nonce_with_the_other_ways_to_pay() public {
        Order memory o = order(1);
        pay(o);
        bytes memory auth = bytesOf(signAuth(o));
        bytes memory intent = bytesOf(signIntent(o));
        vm.expectRevert(text("FiatTokenV2: authorization is used or canceled"));
        processor.paySigned(payment(o), auth, intent);
    }

    function test_refuses_an_amount_of_zero() public {
        Order memory o = _walletOrder(1);
        o.amount = 0;
        bytes memory auth = bytesOf(signAuth(o));
        bytes memory intent = bytesOf(signIntent(o));
        vm.expectRevert(IPaymentProcessor.ZeroAmount.selector);
        processor.paySigned(payment(o), auth, intent);
    }

    function test_refuses_a_closed_merchant() public {
        Order memory o = _walletOrder(1);
        vm.prank(operator);
        registry.close(merchantA);
        bytes memory auth = bytesOf(signAuth(o));
        bytes memory intent = bytesOf(signIntent(o));
        vm.expectRevert(notPayable(merchantA));
        processor.paySigned(payment(o), auth, intent);
    }

    function testFuzz_takes_signatures_up_to_their_longest(uint16 authLength, uint16 intentLength) public {
        Order memory o = order(1);
        vm.etch(o.from, address(new LongSignatureWallet()).code);
        uint256 most = processor.MAX_SIGNATURE_BYTES();
        bytes memory auth = new bytes(between(authLength, 0, 2 * most));
        bytes memory intent = new bytes(between(intentLength, 0, 2 * most));
        if (auth.length > most || intent.length > most) {
            uint256 first = auth.length > most ? auth.length : intent.length;
            vm.expectRevert(abi.encodeWithSelector(IPaymentProcessor.SignatureTooLong.selector, first));
        }
        processor.paySigned(payment(o), auth, intent);
    }

    function _walletOrder(uint256 seed) private returns (Order memory o) {
        o = unfundedOrder(seed);
        o.from = address(new LocalSmartWallet(o.from));
        mint(usdc, o.from, FUNDS);
    }

    function _paySigned(Order memory o) private returns (bytes32) {
        bytes memory auth = bytesOf(signAuth(o));
        bytes memory intent = bytesOf(signIntent(o));
        vm.prank(relayer);
        return processor.paySigned(payment(o), auth, intent);
    }
}
