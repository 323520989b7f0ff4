// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IRefundManager} from "../../src/refunds/interfaces/IRefundManager.sol";
import {LocalSmartWallet} from "../../src/local/LocalSmartWallet.sol";
import {RefundTest} from "./support/RefundTest.sol";

contract RefundPaymentWithAuthorizationTest is RefundTest {
    string private constant INVALID = "FiatTokenV2: invalid signature";

    function setUp() public override {
        super.setUp();
        mint(usdc, payoutA, FLOAT);
        mint(usdc, owner, FLOAT);
    }

    function test_sends_the_money_of_whoever_signed_whoever_submits() public {
        Order memory o = paid(1);
        uint256 before = usdc.balanceOf(payoutA);
        IRefundManager.Auth memory auth = authorize(PAYOUT_A_KEY, idOf(o), usdc, 10, REF);
        vm.expectEmit(address(refunds));
        emit IRefundManager.PaymentRefunded(
            address(registry), idOf(o), o.from, merchantA, payoutA, address(usdc), 10, 10, REF
        );
        vm.prank(relayer);
        vm.assertEq(refunds.refundPaymentWithAuthorization(proof(o), 10, REF, auth), 10, "cumulative");
        vm.assertEq(usdc.balanceOf(o.from), FUNDS - PRICE + 10, "payer");
        vm.assertEq(usdc.balanceOf(payoutA), before - 10, "payout");
        vm.assertEq(usdc.balanceOf(address(refunds)), 0, "manager");
        vm.assertTrue(usdc.authorizationState(payoutA, refunds.refundNonce(idOf(o), REF)), "nonce");
    }

    function test_takes_terms_and_the_owner() public {
        Order memory o = paidTerms(1);
        IRefundManager.Auth memory auth = authorize(OWNER_KEY, termsIdOf(o), usdc, PRICE, REF);
        refunds.refundPaymentWithAuthorization(termsProof(o), PRICE, REF, auth);
        vm.assertEq(usdc.balanceOf(o.from), FUNDS, "payer");
        vm.assertEq(usdc.balanceOf(owner), FLOAT - PRICE, "owner");
        vm.assertEq(refunds.refunded(termsIdOf(o)), PRICE, "refunded");
    }

    function test_takes_the_signature_of_a_payout_with_code() public {
        Order memory o = paid(1);
        address wallet = address(new LocalSmartWallet(payoutA));
        mint(usdc, wallet, FLOAT);
        vm.prank(owner);
        registry.setPayout(merchantA, wallet);
        IRefundManager.Auth memory auth = _signedFor(wallet, idOf(o), 10);
        refunds.refundPaymentWithAuthorization(proof(o), 10, REF, auth);
        vm.assertEq(usdc.balanceOf(wallet), FLOAT - 10, "wallet");
    }

    function testFuzz_a_signature_is_of_one_payment_reference_and_amount(uint8 field, uint96 value) public {
        Order memory o = paid(1);
        Order memory sent = o;
        (uint256 amount, bytes32 refundRef) = (10, REF);
        IRefundManager.Auth memory auth = authorize(PAYOUT_A_KEY, idOf(o), usdc, amount, refundRef);
        if (field % 4 == 0) sent = paid(2);
        if (field % 4 == 1) amount = 11 + value % 1_000;
        if (field % 4 == 2) refundRef = keccak256(abi.encode(value));
        if (field % 4 == 3) auth.validBefore += 1 + uint256(value);
        IRefundManager.PaymentProof memory given = proof(sent);
        vm.expectRevert(text(INVALID));
        refunds.refundPaymentWithAuthorization(given, amount, refundRef, auth);
    }

    function test_refuses_everyone_but_the_owner_and_the_payout() public {
        Order memory o = paid(1);
        IRefundManager.Auth memory auth = authorize(o.key, idOf(o), usdc, 10, REF);
        vm.expectRevert(notMerchant(o.from));
        vm.prank(payoutA);
        refunds.refundPaymentWithAuthorization(proof(o), 10, REF, auth);
        auth.from = payoutA;
        vm.expectRevert(text(INVALID));
        vm.prank(payoutA);
        refunds.refundPaymentWithAuthorization(proof(o), 10, REF, auth);
    }

    /// @dev The payer who sees the authorization cannot use it without the manager, so that no refund is made twice.
    function test_nobody_else_can_use_the_authorization() public {
        Order memory o = paid(1);
        IRefundManager.Auth memory auth = authorize(PAYOUT_A_KEY, idOf(o), usdc, 10, REF);
        bytes32 nonce = refunds.refundNonce(idOf(o), REF);
        address manager = address(refunds);
        vm.prank(o.from);
        vm.expectRevert(text("FiatTokenV2: caller must be the payee"));
        usdc.receiveWithAuthorization(payoutA, manager, 10, 0, auth.validBefore, nonce, auth.signature);
        vm.prank(o.from);
        vm.expectRevert(text(INVALID));
        usdc.transferWithAuthorization(payoutA, manager, 10, 0, auth.validBefore, nonce, auth.signature);
    }

    function test_takes_an_authorization_once_and_in_time() public {
        Order memory o = paid(1);
        IRefundManager.Auth memory auth = authorize(PAYOUT_A_KEY, idOf(o), usdc, 10, REF);
        vm.warp(auth.validBefore);
        vm.expectRevert(text("FiatTokenV2: authorization is expired"));
        refunds.refundPaymentWithAuthorization(proof(o), 10, REF, auth);
        vm.warp(auth.validBefore - 1);
        refunds.refundPaymentWithAuthorization(proof(o), 10, REF, auth);
        vm.expectRevert(refusal(IRefundManager.RefundRefUsed.selector, abi.encode(merchantA, REF)));
        refunds.refundPaymentWithAuthorization(proof(o), 10, REF, auth);
    }

    function test_shares_cap_and_references_with_the_other_way() public {
        Order memory o = paid(1);
        vm.prank(payoutA);
        usdc.approve(address(refunds), PRICE);
        refund(o, PRICE - 1, REF);
        IRefundManager.Auth memory again = authorize(PAYOUT_A_KEY, idOf(o), usdc, 1, REF);
        vm.expectRevert(refusal(IRefundManager.RefundRefUsed.selector, abi.encode(merchantA, REF)));
        refunds.refundPaymentWithAuthorization(proof(o), 1, REF, again);
        IRefundManager.Auth memory auth = authorize(PAYOUT_A_KEY, idOf(o), usdc, 2, keccak256("second"));
        vm.expectRevert(exceeds(2, 1));
        refunds.refundPaymentWithAuthorization(proof(o), 2, keccak256("second"), auth);
    }

    function test_checks_the_proof_and_the_amount() public {
        Order memory o = order(1);
        IRefundManager.Auth memory auth = authorize(PAYOUT_A_KEY, idOf(o), usdc, 1, REF);
        vm.expectRevert(notSettled(idOf(o)));
        refunds.refundPaymentWithAuthorization(proof(o), 1, REF, auth);
        pay(o);
        vm.expectRevert(IRefundManager.ZeroAmount.selector);
        refunds.refundPaymentWithAuthorization(proof(o), 0, REF, auth);
    }

    function test_changes_nothing_when_the_payer_cannot_receive() public {
        Order memory o = paid(1);
        setBlacklisted(o.from, true);
        IRefundManager.Auth memory auth = authorize(PAYOUT_A_KEY, idOf(o), usdc, 10, REF);
        uint256 before = usdc.balanceOf(payoutA);
        vm.expectRevert(text("Blacklistable: account is blacklisted"));
        refunds.refundPaymentWithAuthorization(proof(o), 10, REF, auth);
        vm.assertEq(usdc.balanceOf(payoutA), before, "payout");
        vm.assertEq(refunds.refunded(idOf(o)), 0, "refunded");
    }

    function _signedFor(address wallet, bytes32 id, uint256 amount) private view returns (IRefundManager.Auth memory) {
        uint256 validBefore = block.timestamp + 1 hours;
        bytes32 nonce = refunds.refundNonce(id, REF);
        Authorization memory authorization = Authorization(wallet, address(refunds), amount, 0, validBefore, nonce);
        bytes memory signature = bytesOf(_sign(PAYOUT_A_KEY, receiveDigest(usdc, authorization)));
        return IRefundManager.Auth(wallet, 0, validBefore, signature);
    }
}
