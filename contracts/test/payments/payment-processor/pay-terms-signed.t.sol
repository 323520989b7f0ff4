// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IRoutes} from "../../../src/core/interfaces/IRoutes.sol";
import {IPaymentProcessor} from "../../../src/payments/interfaces/IPaymentProcessor.sol";
import {LocalSmartWallet} from "../../../src/local/LocalSmartWallet.sol";
import {LongSignatureWallet} from "../../support/LongSignatureWallet.sol";
import {PaymentTest} from "../support/PaymentTest.sol";

contract PayTermsSignedTest is PaymentTest {
    function test_settles_for_a_smart_wallet() public {
        Order memory o = _walletOrder(1);
        vm.expectEmit(address(processor));
        emit IPaymentProcessor.PaymentsRouted(address(registry), merchantA, address(usdc), payoutA, FEE_BPS, relayer);
        vm.expectEmit(address(processor));
        emit IPaymentProcessor.PaymentSettled(address(registry), termsIdOf(o), o.ref, o.from, PRICE);
        vm.assertEq(_pay(o), termsIdOf(o), "id");
        expectTermsSettled(o, payoutA);
    }

    function test_settles_for_an_account_without_code() public {
        Order memory o = order(1);
        _pay(o);
        expectTermsSettled(o, payoutA);
    }

    function test_settles_for_a_delegated_account_whose_code_accepts_its_key() public {
        Order memory o = order(1);
        vm.etch(o.from, address(new LocalSmartWallet(o.from)).code);
        _pay(o);
        expectTermsSettled(o, payoutA);
    }

    function test_settles_for_a_delegated_account_by_a_session_key() public {
        Order memory o = order(1);
        o.key = 0xbeef;
        vm.etch(o.from, address(new LocalSmartWallet(vm.addr(o.key))).code);
        _pay(o);
        expectTermsSettled(o, payoutA);
    }

    function test_refuses_a_wallet_that_did_not_sign() public {
        Order memory o = _walletOrder(1);
        o.key = 0xbad;
        _refused(o, text("FiatTokenV2: invalid signature"));
    }

    function testFuzz_refuses_what_the_wallet_did_not_sign(uint8 field, uint96 value) public {
        Order memory o = _walletOrder(1);
        bytes memory auth = bytesOf(signTerms(o));
        if (field % 4 == 0) o.merchantId = merchantB;
        if (field % 4 == 1) o.amount += 1 + value % PRICE;
        if (field % 4 == 2) o.ref = keccak256(abi.encode(value));
        if (field % 4 == 3) o.salt = value == o.salt ? value + 1 : value;
        vm.expectRevert(text("FiatTokenV2: invalid signature"));
        processor.payTermsSigned(terms(o), auth);
    }

    function test_shares_the_nonce_with_the_other_way_to_pay() public {
        Order memory o = order(1);
        payTerms(o);
        _refused(o, text("FiatTokenV2: authorization is used or canceled"));
    }

    function testFuzz_takes_a_signature_up_to_its_longest(uint16 length) public {
        Order memory o = order(1);
        vm.etch(o.from, address(new LongSignatureWallet()).code);
        uint256 most = processor.MAX_SIGNATURE_BYTES();
        vm.assertEq(most, 2_048, "2 kB");
        bytes memory auth = new bytes(between(length, 0, 2 * most));
        if (auth.length > most) {
            vm.expectRevert(abi.encodeWithSelector(IPaymentProcessor.SignatureTooLong.selector, auth.length));
        }
        processor.payTermsSigned(terms(o), auth);
    }

    function test_refuses_an_amount_of_zero() public {
        Order memory o = _walletOrder(1);
        o.amount = 0;
        _refused(o, abi.encodeWithSelector(IPaymentProcessor.ZeroAmount.selector));
    }

    function test_refuses_a_closed_merchant() public {
        Order memory o = _walletOrder(1);
        vm.prank(operator);
        registry.close(merchantA);
        _refused(o, notPayable(merchantA));
    }

    function test_refuses_another_token() public {
        Order memory o = _walletOrder(1);
        bytes memory auth = bytesOf(signTerms(o));
        IPaymentProcessor.Terms memory sent = terms(o);
        sent.token = relayer;
        vm.expectRevert(abi.encodeWithSelector(IRoutes.UnsupportedToken.selector, relayer));
        processor.payTermsSigned(sent, auth);
    }

    function _walletOrder(uint256 seed) private returns (Order memory o) {
        o = unfundedOrder(seed);
        o.from = address(new LocalSmartWallet(o.from));
        mint(usdc, o.from, FUNDS);
    }

    function _pay(Order memory o) private returns (bytes32) {
        bytes memory auth = bytesOf(signTerms(o));
        vm.prank(relayer);
        return processor.payTermsSigned(terms(o), auth);
    }

    function _refused(Order memory o, bytes memory reason) private {
        bytes memory auth = bytesOf(signTerms(o));
        vm.expectRevert(reason);
        processor.payTermsSigned(terms(o), auth);
    }
}
