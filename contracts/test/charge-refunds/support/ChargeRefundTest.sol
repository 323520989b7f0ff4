// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {ChargeRefundManager} from "../../../src/charge-refunds/ChargeRefundManager.sol";
import {IChargeRefundManager} from "../../../src/charge-refunds/interfaces/IChargeRefundManager.sol";
import {LocalFiatToken} from "../../../src/local/LocalFiatToken.sol";
import {IRefundManager} from "../../../src/refunds/interfaces/IRefundManager.sol";
import {SubscriptionTest} from "../../subscriptions/support/SubscriptionTest.sol";

/// @title A charge refund manager, and subscriptions that were charged
abstract contract ChargeRefundTest is SubscriptionTest {
    uint256 internal constant OWNER_KEY = uint256(keccak256("owner"));
    uint256 internal constant PAYOUT_A_KEY = uint256(keccak256("payout of merchant A"));
    uint256 internal constant FLOAT = 500_000_000;
    bytes32 internal constant REF = keccak256("refund");

    ChargeRefundManager internal refunds;

    function setUp() public virtual override {
        super.setUp();
        refunds = deployChargeRefunds(address(manager));
    }

    function deployChargeRefunds(address manager_) internal returns (ChargeRefundManager) {
        return ChargeRefundManager(deploy("charge-refund-manager", abi.encode(manager_)));
    }

    /// @dev A plan whose payer has paid period 0 with the enrolment, and further ones since.
    function charged(uint256 seed, uint256 periods) internal returns (Plan memory p) {
        p = plan(seed);
        bytes32 id = subscribe(p);
        for (uint256 period = 1; period < periods; ++period) {
            pass(MONTH);
            charge(keeper, id, period, 0, PRICE);
        }
    }

    function idOf(Plan memory p) internal view returns (bytes32) {
        return manager.subscriptionId(p.terms);
    }

    function proof(Plan memory p, uint256 period, uint256 number)
        internal
        pure
        returns (IChargeRefundManager.ChargeProof memory)
    {
        return IChargeRefundManager.ChargeProof({terms: p.terms, period: period, number: number});
    }

    /// @dev Gives an account of the merchant what it needs for refunds by approval.
    function prepare(address account, uint256 amount) internal {
        mint(usdc, account, amount);
        vm.prank(account);
        usdc.approve(address(refunds), amount);
    }

    /// @dev A refund by the payout's approval.
    function refund(Plan memory p, uint256 period, uint256 number, uint256 amount, bytes32 refundRef)
        internal
        returns (uint256)
    {
        vm.prank(payoutA);
        return refunds.refundCharge(proof(p, period, number), amount, refundRef);
    }

    /// @dev The same, which fails and changes nothing.
    function refuse(Plan memory p, uint256 period, uint256 number, uint256 amount, bytes memory reason) internal {
        uint256 before = refunds.refunded(idOf(p));
        uint256 held = usdc.balanceOf(p.terms.payer);
        IChargeRefundManager.ChargeProof memory given = proof(p, period, number);
        bytes32 unused = keccak256(abi.encode("unused", period, number, amount));
        vm.prank(payoutA);
        vm.expectRevert(reason);
        refunds.refundCharge(given, amount, unused);
        vm.assertEq(refunds.refunded(idOf(p)), before, "refunded");
        vm.assertEq(usdc.balanceOf(p.terms.payer), held, "payer");
        vm.assertFalse(refunds.refundRefUsed(address(registry), merchantA, unused), "reference");
    }

    /// @dev What the account with this key signs for a refund without an approval.
    function authorize(uint256 key, LocalFiatToken token, uint256 amount, bytes32 nonce)
        internal
        view
        returns (IRefundManager.Auth memory)
    {
        return authorizeFor(vm.addr(key), key, token, amount, nonce);
    }

    /// @dev The same for an account whose code takes the key's signatures.
    function authorizeFor(address from, uint256 key, LocalFiatToken token, uint256 amount, bytes32 nonce)
        internal
        view
        returns (IRefundManager.Auth memory)
    {
        uint256 validBefore = block.timestamp + 1 hours;
        Authorization memory authorization = Authorization(from, address(refunds), amount, 0, validBefore, nonce);
        bytes memory signature = bytesOf(_sign(key, receiveDigest(token, authorization)));
        return IRefundManager.Auth(from, 0, validBefore, signature);
    }

    function nonceOf(bytes32 id, uint256 period, uint256 number, bytes32 refundRef) internal pure returns (bytes32) {
        return keccak256(abi.encode(id, period, number, refundRef));
    }

    function exceeds(uint256 requested, uint256 refundable) internal pure returns (bytes memory) {
        return err(IChargeRefundManager.RefundExceedsCharges.selector, requested, refundable);
    }

    function notCharged(Plan memory p, uint256 period, uint256 number) internal view returns (bytes memory) {
        return abi.encodeWithSelector(IChargeRefundManager.NotCharged.selector, idOf(p), period, number);
    }

    function notMerchant(address account) internal view returns (bytes memory) {
        return abi.encodeWithSelector(IChargeRefundManager.NotMerchant.selector, merchantA, account);
    }

    function refUsed(bytes32 refundRef) internal view returns (bytes memory) {
        return abi.encodeWithSelector(IChargeRefundManager.RefundRefUsed.selector, merchantA, refundRef);
    }
}
