// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {ITreasuryRole} from "./interfaces/ITreasuryRole.sol";
import {ReservedPayouts} from "./ReservedPayouts.sol";

/// @title The account that a registry's fees go to
/// @dev Payments never read anything of this.
abstract contract TreasuryRole is ITreasuryRole, ReservedPayouts {
    /// @inheritdoc ITreasuryRole
    uint256 public constant TREASURY_NOTICE = 7 days;
    /// @inheritdoc ITreasuryRole
    address public treasury;
    /// @inheritdoc ITreasuryRole
    address public pendingTreasury;
    /// @inheritdoc ITreasuryRole
    address public announcedTreasury;
    /// @inheritdoc ITreasuryRole
    uint256 public announcedTreasuryAcceptableAt;

    modifier onlyTreasury() {
        if (msg.sender != treasury) revert NotTreasury();
        _;
    }

    /// @param firstTreasury Account that fees belong to; not zero
    constructor(address firstTreasury) {
        _reserve(firstTreasury);
        treasury = firstTreasury;
        emit TreasuryTransferred(address(0), firstTreasury);
    }

    /// @inheritdoc ITreasuryRole
    function transferTreasury(address newTreasury) external onlyTreasury {
        pendingTreasury = newTreasury;
        emit TreasuryTransferStarted(msg.sender, newTreasury);
    }

    /// @inheritdoc ITreasuryRole
    function acceptTreasury() external {
        if (msg.sender != pendingTreasury) revert NotPendingTreasury();
        _becomeTreasury();
    }

    /// @inheritdoc ITreasuryRole
    function announceTreasury(address newTreasury) external onlyAdmin {
        _requireAddress(newTreasury);
        uint256 acceptableAt = block.timestamp + TREASURY_NOTICE;
        (announcedTreasury, announcedTreasuryAcceptableAt) = (newTreasury, acceptableAt);
        emit TreasuryChangeAnnounced(treasury, newTreasury, acceptableAt);
    }

    /// @inheritdoc ITreasuryRole
    function vetoTreasury() external onlyTreasury {
        address refused = announcedTreasury;
        if (refused == address(0)) revert NothingAnnounced();
        (announcedTreasury, announcedTreasuryAcceptableAt) = (address(0), 0);
        emit TreasuryChangeVetoed(msg.sender, refused);
    }

    /// @inheritdoc ITreasuryRole
    function acceptAnnouncedTreasury() external {
        if (msg.sender != announcedTreasury) revert NotAnnouncedTreasury();
        uint256 acceptableAt = announcedTreasuryAcceptableAt;
        if (block.timestamp < acceptableAt) revert NoticeNotOver(acceptableAt);
        _becomeTreasury();
    }

    /// @dev Makes the caller the treasury. An offer of its predecessor must not outlive it, or a lost key's offer could
    /// take the role back; neither must an announcement that was made against the predecessor.
    function _becomeTreasury() private {
        address previous = treasury;
        treasury = msg.sender;
        _reserve(msg.sender);
        pendingTreasury = address(0);
        (announcedTreasury, announcedTreasuryAcceptableAt) = (address(0), 0);
        emit TreasuryTransferred(previous, msg.sender);
    }
}
