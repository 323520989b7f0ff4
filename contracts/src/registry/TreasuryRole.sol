// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {IFeeTreasury} from "./interfaces/IFeeTreasury.sol";

/// @title Fee treasury
/// @notice The part of a contract that lets its fees out, and that says to whom.
/// @dev Payments never read anything of this, and never send to the treasury: one that cannot receive stops nothing.
abstract contract FeeTreasury is IFeeTreasury, ReentrancyGuardTransient {
    using SafeERC20 for IERC20;

    /// @inheritdoc IFeeTreasury
    uint256 public constant TREASURY_NOTICE = 7 days;
    /// @inheritdoc IFeeTreasury
    address public immutable admin;

    /// @inheritdoc IFeeTreasury
    address public treasury;
    /// @inheritdoc IFeeTreasury
    address public pendingTreasury;
    /// @inheritdoc IFeeTreasury
    address public announcedTreasury;
    /// @inheritdoc IFeeTreasury
    uint256 public announcedTreasuryAcceptableAt;

    modifier onlyTreasury() {
        if (msg.sender != treasury) revert NotTreasury();
        _;
    }

    /// @param firstTreasury Account that fees belong to; not zero
    /// @param coldAdmin Account that may announce another treasury; not zero
    constructor(address firstTreasury, address coldAdmin) {
        admin = coldAdmin;
        treasury = firstTreasury;
        emit TreasuryTransferred(address(0), firstTreasury);
    }

    /// @inheritdoc IFeeTreasury
    function sweepFees(address token, uint256 amount) external onlyTreasury nonReentrant returns (uint256 sent) {
        _requireSupported(token);
        uint256 balance = IERC20(token).balanceOf(address(this));
        if (balance < 2) return 0;
        sent = amount < balance ? amount : balance - 1;
        emit FeesSwept(token, msg.sender, sent);
        IERC20(token).safeTransfer(msg.sender, sent);
    }

    /// @inheritdoc IFeeTreasury
    function recoverStray(address token, address to, uint256 amount) external onlyTreasury nonReentrant {
        emit StrayRecovered(token, to, amount);
        IERC20(token).safeTransfer(to, amount);
    }

    /// @inheritdoc IFeeTreasury
    function transferTreasury(address newTreasury) external onlyTreasury {
        pendingTreasury = newTreasury;
        emit TreasuryTransferStarted(msg.sender, newTreasury);
    }

    /// @inheritdoc IFeeTreasury
    function acceptTreasury() external {
        if (msg.sender != pendingTreasury) revert NotPendingTreasury();
        _becomeTreasury();
    }

    /// @inheritdoc IFeeTreasury
    function announceTreasury(address newTreasury) external {
        if (msg.sender != admin) revert NotAdmin();
        if (newTreasury == address(0)) revert ZeroTreasury();
        uint256 acceptableAt = block.timestamp + TREASURY_NOTICE;
        (announcedTreasury, announcedTreasuryAcceptableAt) = (newTreasury, acceptableAt);
        emit TreasuryChangeAnnounced(treasury, newTreasury, acceptableAt);
    }

    /// @inheritdoc IFeeTreasury
    function vetoTreasury() external onlyTreasury {
        address refused = announcedTreasury;
        if (refused == address(0)) revert NothingAnnounced();
        (announcedTreasury, announcedTreasuryAcceptableAt) = (address(0), 0);
        emit TreasuryChangeVetoed(msg.sender, refused);
    }

    /// @inheritdoc IFeeTreasury
    function acceptAnnouncedTreasury() external {
        if (msg.sender != announcedTreasury) revert NotAnnouncedTreasury();
        uint256 acceptableAt = announcedTreasuryAcceptableAt;
        if (block.timestamp < acceptableAt) revert NoticeNotOver(acceptableAt);
        _becomeTreasury();
    }

    /// @dev Reverts unless `token` is one that fees accrue in.
    function _requireSupported(address token) internal view virtual;

    /// @dev Makes the caller the treasury. An offer of its predecessor must not outlive it, or a lost key's offer could
    /// take the role back; neither must an announcement that was made against the predecessor.
    function _becomeTreasury() private {
        address previous = treasury;
        treasury = msg.sender;
        pendingTreasury = address(0);
        (announcedTreasury, announcedTreasuryAcceptableAt) = (address(0), 0);
        emit TreasuryTransferred(previous, msg.sender);
    }
}
