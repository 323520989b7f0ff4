// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IChargeRefundManager} from "../../src/charge-refunds/interfaces/IChargeRefundManager.sol";
import {LocalSmartWallet} from "../../src/local/LocalSmartWallet.sol";
import {IRefundManager} from "../../src/refunds/interfaces/IRefundManager.sol";
import {ChargeRefundTest} from "./support/ChargeRefundTest.sol";

contract RefundChargeWithAuthorizationTest is ChargeRefundTest {
    string private constant INVALID = "FiatTokenV2: invalid signature";

    Plan private p;
    IChargeRefundManager.ChargeProof private given;
    bytes32 private nonce;

    function setUp() public override {
        super.setUp();
        mint(usdc, payoutA, FLOAT);
        mint(usdc, owner, FLOAT);
        p = charged(1, 2);
        given = proof(p, 1, 0);
        nonce = nonceOf(idOf(p), 1, 0, REF);
    }

    function test_sends_the_money_of_whoever_signed_whoever_submits() public {
        (uint256 before, uint256 held) = (usdc.balanceOf(payoutA), usdc.balanceOf(p.terms.payer));
        IRefundManager.Auth memory auth = authorize(PAYOUT_A_KEY, usdc, 10, nonce);
        vm.expectEmit(address(refunds));
        emit IChargeRefundManager.ChargeRefunded(
            address(registry), idOf(p), p.terms.payer, merchantA, 1, 0, payoutA, address(usdc), 10, 10, 10, REF
        );
        vm.prank(relayer);
        vm.assertEq(refunds.refundChargeWithAuthorization(given, 10, REF, auth), 10, "cumulative");
        vm.assertEq(usdc.balanceOf(p.terms.payer), held + 10, "payer");
        vm.assertEq(usdc.balanceOf(payoutA), before - 10, "payout");
        vm.assertEq(usdc.balanceOf(address(refunds)), 0, "manager");
        vm.assertTrue(usdc.authorizationState(payoutA, nonce), "nonce");
    }

    function test_sends_the_money_of_the_owner() public {
        IRefundManager.Auth memory auth = authorize(OWNER_KEY, usdc, PRICE, nonce);
        refunds.refundChargeWithAuthorization(given, PRICE, REF, auth);
        vm.assertEq(usdc.balanceOf(owner), FLOAT - PRICE, "owner");
        vm.assertEq(refunds.refunded(idOf(p)), PRICE, "refunded");
    }

    function test_takes_the_signature_of_a_payout_with_code() public {
        address wallet = address(new LocalSmartWallet(payoutA));
        mint(usdc, wallet, FLOAT);
        vm.prank(owner);
        registry.setPayout(merchantA, wallet);
        IRefundManager.Auth memory auth = authorizeFor(wallet, PAYOUT_A_KEY, usdc, 10, nonce);
        refunds.refundChargeWithAuthorization(given, 10, REF, auth);
        vm.assertEq(usdc.balanceOf(wallet), FLOAT - 10, "wallet");
    }

    function testFuzz_a_signature_is_of_one_charge_reference_and_amount(uint8 field, uint96 value) public {
        (uint256 amount, bytes32 refundRef) = (10, REF);
        IRefundManager.Auth memory auth = authorize(PAYOUT_A_KEY, usdc, amount, nonce);
        IChargeRefundManager.ChargeProof memory sent = given;
        if (field % 6 == 0) sent = proof(charged(2, 1), 0, 0);
        if (field % 6 == 1) sent.period = 0;
        if (field % 6 == 2) (sent.period, sent.number) = (0, 1 + uint256(value));
        if (field % 6 == 3) amount = 11 + value % 1_000;
        if (field % 6 == 4) refundRef = keccak256(abi.encode(value));
        if (field % 6 == 5) auth.validBefore += 1 + uint256(value);
        vm.expectRevert(text(INVALID));
        refunds.refundChargeWithAuthorization(sent, amount, refundRef, auth);
    }

    function test_refuses_everyone_but_the_owner_and_the_payout() public {
        IRefundManager.Auth memory auth = authorize(p.key, usdc, 10, nonce);
        vm.expectRevert(notMerchant(p.terms.payer));
        vm.prank(payoutA);
        refunds.refundChargeWithAuthorization(given, 10, REF, auth);
        auth.from = payoutA;
        vm.expectRevert(text(INVALID));
        vm.prank(payoutA);
        refunds.refundChargeWithAuthorization(given, 10, REF, auth);
    }

    /// @dev The payer who sees the authorization cannot use it without the manager, so that no refund is made twice.
    function test_nobody_else_can_use_the_authorization() public {
        IRefundManager.Auth memory auth = authorize(PAYOUT_A_KEY, usdc, 10, nonce);
        address to = address(refunds);
        vm.prank(p.terms.payer);
        vm.expectRevert(text("FiatTokenV2: caller must be the payee"));
        usdc.receiveWithAuthorization(payoutA, to, 10, 0, auth.validBefore, nonce, auth.signature);
        vm.prank(p.terms.payer);
        vm.expectRevert(text(INVALID));
        usdc.transferWithAuthorization(payoutA, to, 10, 0, auth.validBefore, nonce, auth.signature);
    }

    function test_takes_an_authorization_once_and_in_time() public {
        IRefundManager.Auth memory auth = authorize(PAYOUT_A_KEY, usdc, 10, nonce);
        vm.warp(auth.validBefore);
        vm.expectRevert(text("FiatTokenV2: authorization is expired"));
        refunds.refundChargeWithAuthorization(given, 10, REF, auth);
        vm.warp(auth.validBefore - 1);
        refunds.refundChargeWithAuthorization(given, 10, REF, auth);
        vm.expectRevert(refUsed(REF));
        refunds.refundChargeWithAuthorization(given, 10, REF, auth);
    }

    function test_shares_limit_and_references_with_the_other_way() public {
        vm.prank(payoutA);
        usdc.approve(address(refunds), FLOAT);
        refund(p, 1, 0, PRICE - 10, keccak256("first"));
        IRefundManager.Auth memory auth = authorize(PAYOUT_A_KEY, usdc, 11, nonce);
        vm.expectRevert(exceeds(11, 10));
        refunds.refundChargeWithAuthorization(given, 11, REF, auth);
        vm.expectRevert(refUsed(keccak256("first")));
        refunds.refundChargeWithAuthorization(given, 1, keccak256("first"), auth);
    }

    function test_changes_nothing_when_the_payer_cannot_receive() public {
        setBlacklisted(p.terms.payer, true);
        IRefundManager.Auth memory auth = authorize(PAYOUT_A_KEY, usdc, 10, nonce);
        uint256 before = usdc.balanceOf(payoutA);
        vm.expectRevert(text("Blacklistable: account is blacklisted"));
        refunds.refundChargeWithAuthorization(given, 10, REF, auth);
        vm.assertEq(usdc.balanceOf(payoutA), before, "payout");
        vm.assertEq(refunds.refunded(idOf(p)), 0, "refunded");
    }
}
