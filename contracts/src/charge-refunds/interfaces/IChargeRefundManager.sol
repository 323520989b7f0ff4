// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IRegistryAnswers} from "../../core/interfaces/IRegistryAnswers.sol";
import {IRefundManager} from "../../refunds/interfaces/IRefundManager.sol";
import {ISubscriptionManager} from "../../subscriptions/interfaces/ISubscriptionManager.sol";

/// @title Refunds of charges
/// @notice A merchant's own account sends money of a subscription's charges back to the payer, to nobody else, and never
/// more than was charged.
/// @dev Belongs to one subscription manager. Who a merchant is says the subscription's registry. Has no owner, cannot be upgraded, and holds nothing
/// between transactions.
///
/// The subscription manager keeps what is left of a subscription's cap, and not the cap, so a refund brings the terms
/// that the payer agreed to: their digest is the subscription's id, and the cap less what is left of it is what was
/// charged altogether. Of periods the manager keeps the last one that was charged. What goes back of that one is at most
/// what was charged for it, and what goes back of an earlier one at most the amount that the payer signed for a period.
///
/// What that does not prove is that an earlier period was charged: one may have been left out, and the number of its
/// charges is not kept. It proves the payer, and that the payer was charged what goes back in all. The one who could be
/// deceived is the merchant who sends the refund, so whoever keeps books asks for refunds of charges that were made, and
/// counts a refund only for such a one.
interface IChargeRefundManager is IRegistryAnswers {
    /// @notice Which charge of which subscription.
    /// @param terms What the payer agreed to; their digest is the subscription's id
    /// @param period The charge's period
    /// @param number The charge's number within it, 0 for the first
    struct ChargeProof {
        ISubscriptionManager.SubscriptionTerms terms;
        uint256 period;
        uint256 number;
    }

    /// @notice Money of a charge went back to its payer.
    /// @param subscriptionId The subscription's id, as `SubscriptionCharged` has it
    /// @param from The merchant's account that paid
    /// @param amount Smallest unit of `token`
    /// @param ofPeriod What has gone back of the period, all its charges and this refund included
    /// @param total What has gone back of the subscription, this refund included
    /// @param refundRef The merchant's own reference of the refund, used once
    event ChargeRefunded(
        address indexed registry,
        bytes32 indexed subscriptionId,
        address indexed payer,
        uint256 merchantId,
        uint256 period,
        uint256 number,
        address from,
        address token,
        uint256 amount,
        uint256 ofPeriod,
        uint256 total,
        bytes32 refundRef
    );

    /// @notice The account is neither the owner nor the payout of the subscription's merchant.
    error NotMerchant(uint256 merchantId, address account);
    /// @notice Nobody has enrolled with these terms.
    error NotEnrolled(bytes32 subscriptionId);
    /// @notice The subscription cannot have been charged for this period, or not so often.
    error NotCharged(bytes32 subscriptionId, uint256 period, uint256 number);
    /// @notice A refund of nothing.
    error ZeroAmount();
    /// @notice More than is left of what was charged; both smallest unit.
    error RefundExceedsCharges(uint256 requested, uint256 refundable);
    /// @notice The merchant has used this reference before.
    error RefundRefUsed(uint256 merchantId, bytes32 refundRef);
    /// @notice The subscription manager has no code.
    error InvalidConfiguration();

    /// @notice Sends money back from the caller, who has approved this contract for it.
    /// @dev The caller is the owner or the payout of the subscription's merchant, in every status of both. Reverts with
    /// the errors above or the token's own text; then nothing has moved.
    /// @param proof The charge
    /// @param amount Smallest unit of the subscription's token
    /// @param refundRef The merchant's own reference of the refund
    /// @return ofPeriod What has gone back of the charge's period
    function refundCharge(ChargeProof calldata proof, uint256 amount, bytes32 refundRef)
        external
        returns (uint256 ofPeriod);

    /// @notice The same without an approval, by a signature of the merchant's account. Anyone may submit it: the
    /// signature binds charge, reference and amount.
    /// @dev The money passes through this contract within the call: only this contract can use an authorization to
    /// receive, so that nobody can use it elsewhere and have the refund made twice.
    /// @param proof The charge
    /// @param amount Smallest unit of the subscription's token
    /// @param refundRef The merchant's own reference of the refund
    /// @param auth The signature of the merchant's owner or payout account, with `refundNonce` as its nonce
    /// @return ofPeriod What has gone back of the charge's period
    function refundChargeWithAuthorization(
        ChargeProof calldata proof,
        uint256 amount,
        bytes32 refundRef,
        IRefundManager.Auth calldata auth
    ) external returns (uint256 ofPeriod);

    /// @notice What has gone back of a subscription, smallest unit of its token.
    function refunded(bytes32 subscriptionId) external view returns (uint256);

    /// @notice What of it was of one period.
    function refundedOfPeriod(bytes32 subscriptionId, uint256 period) external view returns (uint256);

    /// @notice Whether a merchant of a registry has used a reference.
    function refundRefUsed(address registry, uint256 merchantId, bytes32 refundRef) external view returns (bool);

    /// @notice The EIP-3009 nonce to sign for a refund without an approval: keccak256 of all four.
    function refundNonce(bytes32 subscriptionId, uint256 period, uint256 number, bytes32 refundRef)
        external
        pure
        returns (bytes32);

    /// @notice The subscription manager whose charges are refunded.
    function subscriptions() external view returns (ISubscriptionManager);
}
