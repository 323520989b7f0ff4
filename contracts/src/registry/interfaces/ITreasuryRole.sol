// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IRegistryAdmin} from "./IRegistryAdmin.sol";

/// @title The account that a registry's fees go to
/// @notice Only the treasury hands itself over. The cold admin may name another treasury with seven days' notice, for a
/// key that was lost; the treasury can veto it for as long as it has not happened. The operator has no part in it.
interface ITreasuryRole is IRegistryAdmin {
    /// @notice The treasury offered its role to `to` (the zero address: the offer was withdrawn).
    event TreasuryTransferStarted(address indexed from, address indexed to);
    /// @notice The admin announced that `to` may become the treasury from `acceptableAt` (unix seconds) on.
    event TreasuryChangeAnnounced(address indexed from, address indexed to, uint256 acceptableAt);
    /// @notice The treasury refused what the admin had announced.
    event TreasuryChangeVetoed(address indexed by, address indexed to);
    /// @notice `to` is the treasury, and no merchant's payout from now on; offers and announcements of before are void.
    event TreasuryTransferred(address indexed from, address indexed to);

    /// @notice The caller is not the treasury.
    error NotTreasury();
    /// @notice The caller was not offered the treasury's role.
    error NotPendingTreasury();
    /// @notice The caller was not announced as the treasury.
    error NotAnnouncedTreasury();

    /// @notice Offers the treasury's role to another account, which must accept; the zero address withdraws the offer.
    /// @dev Treasury only. A later offer replaces an earlier one.
    /// @param newTreasury Account that may accept
    function transferTreasury(address newTreasury) external;

    /// @notice Takes over the treasury's role that was offered to the caller.
    /// @dev Reverts `NotPendingTreasury` for anyone else.
    function acceptTreasury() external;

    /// @notice Announces another treasury, which may accept after `TREASURY_NOTICE`.
    /// @dev Admin only. A later announcement replaces an earlier one and starts the notice anew. Reverts
    /// `ZeroAddress`.
    /// @param newTreasury Account that may accept
    function announceTreasury(address newTreasury) external;

    /// @notice Refuses an announced treasury, before or after its notice, until it has accepted.
    /// @dev Treasury only. Reverts `NothingAnnounced`.
    function vetoTreasury() external;

    /// @notice Takes over the treasury's role after the notice.
    /// @dev Reverts `NotAnnouncedTreasury` for anyone else, and `NoticeNotOver`.
    function acceptAnnouncedTreasury() external;

    /// @notice The account that fees belong to.
    function treasury() external view returns (address);

    /// @notice The account that the treasury offered its role to; zero when none.
    function pendingTreasury() external view returns (address);

    /// @notice The account that the admin announced; zero when none.
    function announcedTreasury() external view returns (address);

    /// @notice When the announced account may accept, unix seconds; zero when none was announced.
    function announcedTreasuryAcceptableAt() external view returns (uint256);

    /// @notice How long another treasury is announced before it may accept, in seconds.
    function TREASURY_NOTICE() external view returns (uint256);
}
