// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IFeeAccruals} from "../../core/interfaces/IFeeAccruals.sol";
import {IGroupGas} from "../../core/interfaces/IGroupGas.sol";
import {IRoutes} from "../../core/interfaces/IRoutes.sol";
import {ISubscriptionPairs} from "./ISubscriptionPairs.sol";

/// @title Subscriptions
/// @notice Charges a payer at intervals that the payer signed, pays the merchant and keeps the platform fee.
/// @dev The registry is the one that the payer signed: it says where the merchant is paid, for which fee, in which tokens,
/// and who may charge. Anyone can deploy one; what a payer may always do, `cancel` and `cancelBySig`, and every view ask
/// neither it nor the token.
///
/// A payer enrols with an EIP-2612 permit for this contract and an EIP-712 `SubscriptionIntent`, or by sending
/// `subscribeDirect`. The subscription's id is the intent's digest. Every charge is inside what was signed: not before
/// `startAt`, not at or after `endAt`, at most `amount` for a period, and at most the cap altogether.
///
/// Period k is the time from `startAt + k × interval` to `startAt + (k + 1) × interval`. A charge names its period and
/// its number within it, 0 for the first, and reverts unless both are the next ones: one that is sent twice has effect
/// once. A period that has passed is not charged afterwards.
interface ISubscriptionManager is IGroupGas, IFeeAccruals, IRoutes, ISubscriptionPairs {
    /// @notice What a payer agrees to: the fields of the EIP-712 `SubscriptionIntent`, in its order.
    /// @param payer Who is charged
    /// @param registry Registry that the payer signed
    /// @param merchantId Registry id of the merchant
    /// @param token The token
    /// @param amount The most that is charged for one period, smallest unit of `token`, below 2^96
    /// @param interval Seconds between periods, at least one day
    /// @param startAt Unix seconds; period 0 begins here, or at the block's time if that is later
    /// @param endAt Unix seconds; nothing is charged from here on. 0: no end
    /// @param permitValue The permit's value, smallest unit; without `endAt` the cap
    /// @param permitDeadline Unix seconds; the enrolment is refused after it, also when the permit was used before. At
    /// most one day ahead. 0 with `subscribeDirect`
    /// @param permitNonce The permit's nonce (EIP-2612); with `subscribeDirect` the payer's choice, which tells
    /// otherwise equal subscriptions apart
    /// @param ref Merchant's reference, carried by the event. Of a payer, a registry, a merchant and a reference that
    /// is not zero one subscription is live, and one successor, which starts at or after the live one's `endAt`
    struct SubscriptionTerms {
        address payer;
        address registry;
        uint256 merchantId;
        address token;
        uint256 amount;
        uint256 interval;
        uint256 startAt;
        uint256 endAt;
        uint256 permitValue;
        uint256 permitDeadline;
        uint256 permitNonce;
        bytes32 ref;
    }

    /// @notice An ECDSA signature; `v` is 27 or 28 and `s` in the lower half (EIP-2).
    struct Sig {
        uint8 v;
        bytes32 r;
        bytes32 s;
    }

    /// @notice One charge: a compare-and-set on the period and the number within it.
    /// @param period The current one; 0 is the first
    /// @param number How often this period has been charged before
    /// @param amount Smallest unit; at most what is left of the period's amount and of the cap
    struct Charge {
        bytes32 id;
        uint256 period;
        uint256 number;
        uint256 amount;
    }

    /// @notice Charges of a batch that share merchant and token and are paid out in one transfer.
    struct ChargeGroup {
        uint256 merchantId;
        address token;
        Charge[] items;
    }

    /// @notice A subscription as it stands.
    /// @param startAt Unix seconds; the later of the signed one and the enrolment's block
    /// @param remaining What is left of the cap, smallest unit. The cap was, with `endAt`, the lower of `permitValue` and
    /// `amount` × periods, otherwise `permitValue`; at most 2^96 - 1
    /// @param period The period of the last charge; 0 before the first
    /// @param number How often that period has been charged
    /// @param periodCharged What has been charged for that period, smallest unit
    struct Subscription {
        address payer;
        address registry;
        uint256 merchantId;
        address token;
        uint256 amount;
        uint256 interval;
        uint256 startAt;
        uint256 endAt;
        uint256 remaining;
        uint256 period;
        uint256 number;
        uint256 periodCharged;
        bool cancelled;
    }

    /// @notice A payer has subscribed.
    /// @param id The digest of the `SubscriptionIntent`
    /// @param terms What the payer agreed to, whose digest the id is
    /// @param startAt Unix seconds; the later of the signed one and this block's time
    /// @param cap The most that is charged altogether, smallest unit
    /// @param isDirect Whether the payer sent the terms by `subscribeDirect`, instead of signing them
    event SubscriptionCreated(
        address indexed registry,
        bytes32 indexed id,
        address indexed payer,
        SubscriptionTerms terms,
        uint256 startAt,
        uint256 cap,
        bool isDirect
    );
    /// @notice What the `SubscriptionCharged` events have in common that follow this one; none do when all failed.
    /// @param payout Account that received them, less the fees
    /// @param feeBps Platform fee in basis points; the fee of each is `amount × feeBps / 10,000`, rounded down
    /// @param by Account that submitted them; a keeper, the merchant, or anyone for the charge of an enrolment
    event ChargesRouted(
        address indexed registry,
        uint256 indexed merchantId,
        address indexed token,
        address payout,
        uint256 feeBps,
        address by
    );
    /// @notice A charge reached the merchant. Merchant, token, payout and fee are those of the `ChargesRouted` before it.
    /// @param amount Gross amount, smallest unit
    event SubscriptionCharged(
        address indexed registry, bytes32 indexed id, uint256 period, uint256 number, uint256 amount
    );
    /// @notice A diagnostic only: an item of a batch was not charged, and nobody was debited for it.
    /// @param index Position of the item in its group
    /// @param reason The first 256 bytes of what the refusal reverted with; empty when the item used up its gas
    event ChargeFailed(
        address indexed registry, bytes32 indexed id, uint256 indexed merchantId, uint256 index, bytes reason
    );
    /// @notice A diagnostic only: a whole group of a batch was not charged, and nobody was debited for it.
    event ChargeGroupFailed(
        address indexed registry,
        uint256 indexed merchantId,
        address indexed token,
        uint256 groupIndex,
        uint256 items,
        bytes reason
    );
    /// @notice A subscription is not charged any more.
    /// @param by The payer, the merchant's owner or the operator
    event SubscriptionCancelled(address indexed registry, bytes32 indexed id, address indexed by, uint256 merchantId);

    /// @notice A field of the terms is outside its bounds, or `endAt` leaves no period to charge.
    error InvalidTerms();
    /// @notice The payer did not sign these terms, or did not send them.
    error InvalidIntent();
    /// @notice The deadline has passed, or is more than a day ahead.
    error IntentExpired(uint256 permitDeadline);
    /// @notice The token's nonce of the payer is not the one after the permit's: the permit was not used, or another
    /// one replaced it.
    error PermitNotCurrent(uint256 nonce);
    /// @notice The payer's allowance is below what the subscription needs; smallest unit.
    error AllowanceTooLow(uint256 have, uint256 need);
    /// @notice The intent, or a permit with this nonce, has enrolled a subscription before.
    error AlreadyEnrolled(bytes32 id);
    /// @notice Payer, merchant and reference have a live subscription, which this one is no successor of.
    error RefInUse(bytes32 id);
    /// @notice As many of the payer's subscriptions in the token are live as there can be.
    error TooManySubscriptions(uint256 live);
    /// @notice There is no such subscription, it is cancelled, or its end has come.
    error NotActive(bytes32 id);
    /// @notice Period 0 has not begun; unix seconds.
    error NotStarted(uint256 startAt);
    /// @notice The charge does not name the current period and the next number within it, which these are.
    error NotNextCharge(uint256 period, uint256 number);
    /// @notice A charge of nothing, or of more than is left; smallest unit.
    error AmountNotAvailable(uint256 requested, uint256 available);
    /// @notice The caller may not do this.
    error NotAuthorized(address caller);
    /// @notice The subscription is of another registry, merchant or token than its group.
    error GroupMismatch();
    /// @notice The batch has more than `MAX_BATCH_ITEMS` items.
    error BatchTooLarge(uint256 items);
    /// @notice Only this contract itself may call this.
    error OnlySelf();
    /// @notice A signature in bytes is longer than `MAX_SIGNATURE_BYTES`.
    error SignatureTooLong(uint256 length);

    /// @notice Enrols a payer by permit and intent. Anyone may submit it.
    /// @dev Uses the permit, unless it was used before; afterwards the token's nonce of the payer must be
    /// `permitNonce + 1` and the allowance at least what the cap says. When period 0 has begun it is charged within the
    /// call, and its failure reverts the enrolment. Reverts with the errors above or the token's own text.
    /// @param permitSig Signature of the token's `Permit` (EIP-2612) of `permitValue` to this contract
    /// @param intentSig Signature of the `SubscriptionIntent` (EIP-712)
    /// @return id The subscription's id
    function subscribe(SubscriptionTerms calldata terms, Sig calldata permitSig, Sig calldata intentSig)
        external
        returns (bytes32 id);

    /// @notice The same with the signatures of a smart-contract wallet or an account with an EIP-7702 delegation.
    /// @param permitSig As bytes of at most `MAX_SIGNATURE_BYTES`, for the token's overload
    /// @param intentSig Likewise; checked by ECDSA first and then by ERC-1271
    function subscribeSigned(SubscriptionTerms calldata terms, bytes calldata permitSig, bytes calldata intentSig)
        external
        returns (bytes32 id);

    /// @notice Enrols the caller, who has approved this contract by itself. For wallets that refuse permits.
    /// @dev `payer` is the caller, `endAt` not 0, `permitDeadline` 0, `permitValue` the cap; the allowance must hold it.
    function subscribeDirect(SubscriptionTerms calldata terms) external returns (bytes32 id);

    /// @notice Charges one subscription. For keepers of its registry, and for the owner or payout of the merchant.
    function charge(Charge calldata item) external;

    /// @notice Charges up to `MAX_BATCH_ITEMS` subscriptions of a registry. For its keepers. A bad item or group never stops the others.
    /// @dev Reverts `BatchTooLarge`, and `InsufficientGas` or without a reason when the gas limit was too low. Send with
    /// at least `batchGasLimit`, never with an estimate.
    /// @return okBitmaps One word per group; bit i is set when item i was charged
    function chargeBatch(address registry, ChargeGroup[] calldata groups) external returns (uint256[] memory okBitmaps);

    /// @notice Ends a subscription. For its payer, the merchant's owner and the registry's operator.
    /// @dev A payer's call asks neither registry nor token.
    function cancel(bytes32 id) external;

    /// @notice Ends a subscription by its payer's signature of `CancelSubscription(bytes32 subscriptionId,uint256 deadline)`.
    /// @param deadline Unix seconds; refused after it
    /// @param signature `r ‖ s ‖ v`, or what the payer's code takes (ERC-1271)
    function cancelBySig(bytes32 id, uint256 deadline, bytes calldata signature) external;

    /// @notice The digest (EIP-712) of terms: the id that they enrol as.
    function subscriptionId(SubscriptionTerms calldata terms) external view returns (bytes32);

    /// @notice A subscription; all zero where there is none.
    function get(bytes32 id) external view returns (Subscription memory);

    /// @notice When the next charge may be made, unix seconds: now or earlier when one is due; 0 when none ever is.
    function nextChargeAt(bytes32 id) external view returns (uint256);

    /// @notice What a payer's live subscriptions of all registries may still charge in a token, smallest unit: the permit of a further one
    /// has to hold this and its own cap, since a permit replaces the allowance.
    function committed(address payer, address token) external view returns (uint256);

    /// @notice Longest signature that is taken as bytes.
    function MAX_SIGNATURE_BYTES() external view returns (uint256);

    /// @notice How long before its start a successor can be enrolled, seconds.
    function SUCCESSOR_AHEAD() external view returns (uint256);
}
