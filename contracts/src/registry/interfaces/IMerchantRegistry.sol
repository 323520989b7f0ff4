// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IAcceptedTokens} from "./IAcceptedTokens.sol";
import {IKeepers} from "./IKeepers.sol";
import {IOperatorRole} from "./IOperatorRole.sol";
import {IReservedPayouts} from "./IReservedPayouts.sol";
import {ITreasuryRole} from "./ITreasuryRole.sol";

/// @title Merchants that may be paid, where their money goes and what they are charged
/// @notice The operator admits merchants and sets fees and status; only a merchant's owner decides where money goes.
interface IMerchantRegistry is IKeepers, IOperatorRole, ITreasuryRole, IReservedPayouts, IAcceptedTokens {
    /// @notice Where a merchant stands. `None` means that the id was never given out.
    enum Status {
        None,
        Active,
        Suspended,
        Closed
    }

    /// @notice A merchant's record.
    /// @param owner Account that may change the payout address and hand over ownership
    /// @param pendingOwner Account that was offered ownership and has not accepted; zero when none
    /// @param payout Account that receives settlements
    /// @param feeBps Platform fee now, in basis points (1 = 0.01 %), taken from the gross amount
    /// @param nextFeeBps Platform fee from `nextFeeAt` on, in basis points; zero when no raise is announced
    /// @param nextFeeAt Unix time in seconds at which an announced raise takes effect; zero when none is announced
    /// @param status Where the merchant stands
    /// @param settleUntil Unix time in seconds until which a suspended merchant is still paid; zero unless suspended
    struct Merchant {
        address owner;
        address pendingOwner;
        address payout;
        uint16 feeBps;
        uint16 nextFeeBps;
        uint48 nextFeeAt;
        Status status;
        uint48 settleUntil;
    }

    /// @notice A merchant was admitted.
    /// @param registrationKey The operator's reference of the merchant, as a hash; never registered twice
    /// @param metadataHash Hash of the operator's off-chain record of the merchant; only the event keeps it
    event MerchantRegistered(
        uint256 indexed merchantId,
        bytes32 indexed registrationKey,
        address indexed owner,
        address payout,
        uint16 feeBps,
        bytes32 metadataHash
    );
    /// @notice Settlements from now on go to `to`.
    event PayoutUpdated(uint256 indexed merchantId, address indexed from, address indexed to);
    /// @notice Ownership was offered to `to` (the zero address: the offer was withdrawn).
    event OwnershipTransferStarted(uint256 indexed merchantId, address indexed from, address indexed to);
    /// @notice `to` accepted ownership.
    event OwnershipTransferred(uint256 indexed merchantId, address indexed from, address indexed to);
    /// @notice The fee for settlements from now on, in basis points; a raise that was announced is withdrawn.
    event FeeUpdated(uint256 indexed merchantId, uint16 feeBps);
    /// @notice The fee is `feeBps` until `nextFeeAt` (unix seconds) and `nextFeeBps` from then on, unless another
    /// `FeeUpdated` or `FeeRaiseAnnounced` comes first. Judge by the block's time.
    event FeeRaiseAnnounced(uint256 indexed merchantId, uint16 feeBps, uint16 nextFeeBps, uint48 nextFeeAt);
    /// @notice The merchant is suspended; payments settle until `settleUntil` (unix seconds, exclusive).
    event MerchantSuspended(uint256 indexed merchantId, uint48 settleUntil);
    /// @notice A suspended merchant is active again.
    event MerchantReactivated(uint256 indexed merchantId);
    /// @notice The merchant is closed for good.
    event MerchantClosed(uint256 indexed merchantId);

    /// @notice The caller does not own this merchant.
    error NotOwner(uint256 merchantId);
    /// @notice The caller was not offered this merchant.
    error NotPendingOwner(uint256 merchantId);
    /// @notice The registration key is zero.
    error ZeroRegistrationKey();
    /// @notice The fee is above the cap; both in basis points.
    error FeeTooHigh(uint16 feeBps, uint16 max);
    /// @notice The merchant's status does not allow this.
    error BadStatus(Status status);
    /// @notice No merchant has this id.
    error UnknownMerchant(uint256 merchantId);
    /// @notice The admin has the key of another role.
    error InvalidConfiguration();
    /// @notice The time is further ahead than a suspended merchant may be paid; both unix seconds.
    error SettleUntilTooFar(uint48 settleUntil, uint48 max);

    /// @notice Admits a merchant. Ids are given out as 1, 2, 3, … and never again.
    /// @dev Operator only. Idempotent by `registrationKey`: a key that was registered before gives the merchant's id
    /// and changes nothing; the other arguments are not read. Reverts `ZeroRegistrationKey`, `ZeroAddress`,
    /// `ReservedPayout` and `FeeTooHigh`.
    /// @param registrationKey The operator's own reference of the merchant, hashed; not zero
    /// @param owner Account that will control the merchant's payout address
    /// @param payout Account that receives settlements
    /// @param feeBps Platform fee in basis points, at most `MAX_FEE_BPS`
    /// @param metadataHash Hash of the operator's off-chain record; emitted, not stored
    /// @return merchantId The merchant's id
    function register(bytes32 registrationKey, address owner, address payout, uint16 feeBps, bytes32 metadataHash)
        external
        returns (uint256 merchantId);

    /// @notice Sends settlements from now on to another account.
    /// @dev Owner only, in every status: a closed merchant still refunds. Reverts `ZeroAddress` and `ReservedPayout`.
    /// @param merchantId The merchant
    /// @param payout Account that receives settlements
    function setPayout(uint256 merchantId, address payout) external;

    /// @notice Offers ownership to another account, which must accept. A later offer replaces an earlier one.
    /// @dev Owner only. The owner stays in control until the offer is accepted. Reverts `ZeroAddress`.
    /// @param merchantId The merchant
    /// @param newOwner Account that may accept
    function transferOwnership(uint256 merchantId, address newOwner) external;

    /// @notice Takes over a merchant that was offered to the caller.
    /// @dev Reverts `NotPendingOwner` for anyone else.
    /// @param merchantId The merchant
    function acceptOwnership(uint256 merchantId) external;

    /// @notice Withdraws an offer of ownership.
    /// @dev Owner only; harmless when nothing was offered.
    /// @param merchantId The merchant
    function cancelOwnershipTransfer(uint256 merchantId) external;

    /// @notice Lowers the fee at once, or announces a raise that takes effect `FEE_RAISE_NOTICE` later.
    /// @dev Operator only, not for closed merchants. Either withdraws a raise that was announced before, so that a
    /// second raise starts its notice anew; the fee in force now withdraws it too. Reverts `FeeTooHigh` and
    /// `BadStatus`.
    /// @param merchantId The merchant
    /// @param feeBps Platform fee in basis points, at most `MAX_FEE_BPS`
    function setFee(uint256 merchantId, uint16 feeBps) external;

    /// @notice Suspends a merchant; payments that were asked for before still settle until `settleUntil`.
    /// @dev Operator only. Suspending a suspended merchant changes nothing, so that a repeated order can neither
    /// cut nor extend the time already granted. A time in the past stops payments at once.
    /// Reverts `SettleUntilTooFar` and, for a closed merchant, `BadStatus`.
    /// @param merchantId The merchant
    /// @param settleUntil Unix time in seconds, at most `MAX_SETTLE_AHEAD` from now; payable strictly before it
    function suspend(uint256 merchantId, uint48 settleUntil) external;

    /// @notice Makes a suspended merchant active again.
    /// @dev Operator only. Reverts `BadStatus` unless suspended.
    /// @param merchantId The merchant
    function reactivate(uint256 merchantId) external;

    /// @notice Closes a merchant for good; nothing settles for it any more.
    /// @dev Operator only. Reverts `BadStatus` when already closed.
    /// @param merchantId The merchant
    function close(uint256 merchantId) external;

    /// @notice Where a payment to this merchant in a token goes now.
    /// @dev Never reverts: an unknown, closed or no longer settling merchant has the zero address as payout.
    /// @param merchantId The merchant
    /// @param token The token
    /// @return payout Account that receives the net amount; zero when the merchant cannot be paid
    /// @return feeBps Platform fee now, in basis points; zero when the merchant cannot be paid
    /// @return isAccepted Whether merchants can be paid in the token
    function route(uint256 merchantId, address token)
        external
        view
        returns (address payout, uint256 feeBps, bool isAccepted);

    /// @notice A merchant's accounts, in every status; both zero for an unknown one.
    /// @param merchantId The merchant
    /// @return owner Account that controls the payout address
    /// @return payout Account that receives settlements
    function accounts(uint256 merchantId) external view returns (address owner, address payout);

    /// @notice A merchant's record.
    /// @dev Reverts `UnknownMerchant`.
    /// @param merchantId The merchant
    function get(uint256 merchantId) external view returns (Merchant memory);

    /// @notice A merchant's owner.
    /// @dev Reverts `UnknownMerchant`.
    /// @param merchantId The merchant
    function ownerOf(uint256 merchantId) external view returns (address);

    /// @notice The merchant that was registered under a key; zero when none was.
    function idOf(bytes32 registrationKey) external view returns (uint256 merchantId);

    /// @notice How many merchants were ever registered; also the highest id.
    function count() external view returns (uint256);

    /// @notice The highest fee that can be set, in basis points.
    function MAX_FEE_BPS() external view returns (uint16);

    /// @notice How long a raise of the fee is announced before it takes effect, in seconds.
    function FEE_RAISE_NOTICE() external view returns (uint48);

    /// @notice How far ahead `settleUntil` may lie, in seconds.
    function MAX_SETTLE_AHEAD() external view returns (uint48);
}
