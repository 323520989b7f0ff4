// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IOperatorRole} from "./interfaces/IOperatorRole.sol";
import {RegistryAdmin} from "./RegistryAdmin.sol";

/// @title Who operates a registry
abstract contract OperatorRole is IOperatorRole, RegistryAdmin {
    /// @inheritdoc IOperatorRole
    uint256 public constant OPERATOR_NOTICE = 7 days;

    /// @inheritdoc IOperatorRole
    address public operator;
    /// @inheritdoc IOperatorRole
    address public pendingOperator;
    /// @inheritdoc IOperatorRole
    address public announcedOperator;
    /// @inheritdoc IOperatorRole
    uint256 public announcedOperatorAcceptableAt;
    /// @inheritdoc IOperatorRole
    uint256 public operatorVetoedAt;

    modifier onlyOperator() {
        if (msg.sender != operator) revert NotOperator();
        _;
    }

    /// @param firstOperator Account that admits merchants; not zero
    constructor(address firstOperator) {
        _requireAddress(firstOperator);
        operator = firstOperator;
        emit OperatorTransferred(address(0), firstOperator);
    }

    /// @inheritdoc IOperatorRole
    function transferOperator(address newOperator) external onlyOperator {
        pendingOperator = newOperator;
        emit OperatorTransferStarted(msg.sender, newOperator);
    }

    /// @inheritdoc IOperatorRole
    function acceptOperator() external {
        if (msg.sender != pendingOperator) revert NotPendingOperator();
        bool disputed = announcedOperator != address(0) || block.timestamp < operatorVetoedAt + OPERATOR_NOTICE;
        if (!disputed) operatorVetoedAt = 0;
        _becomeOperator();
    }

    /// @inheritdoc IOperatorRole
    function announceOperator(address newOperator) external onlyAdmin {
        _requireAddress(newOperator);
        uint256 acceptableAt = block.timestamp + OPERATOR_NOTICE;
        (announcedOperator, announcedOperatorAcceptableAt) = (newOperator, acceptableAt);
        emit OperatorChangeAnnounced(operator, newOperator, acceptableAt);
    }

    /// @inheritdoc IOperatorRole
    function vetoOperator() external onlyOperator {
        address refused = announcedOperator;
        if (refused == address(0)) revert NothingAnnounced();
        if (operatorVetoedAt != 0) revert VetoSpent(operatorVetoedAt);
        operatorVetoedAt = block.timestamp;
        (announcedOperator, announcedOperatorAcceptableAt) = (address(0), 0);
        emit OperatorChangeVetoed(msg.sender, refused);
    }

    /// @inheritdoc IOperatorRole
    function acceptAnnouncedOperator() external {
        if (msg.sender != announcedOperator) revert NotAnnouncedOperator();
        uint256 acceptableAt = announcedOperatorAcceptableAt;
        if (block.timestamp < acceptableAt) revert NoticeNotOver(acceptableAt);
        (announcedOperator, announcedOperatorAcceptableAt) = (address(0), 0);
        operatorVetoedAt = 0;
        _becomeOperator();
    }

    /// @dev Makes the caller the operator. An offer of its predecessor must not outlive it, or a lost key's offer could
    /// take the role back.
    function _becomeOperator() private {
        address previous = operator;
        operator = msg.sender;
        pendingOperator = address(0);
        emit OperatorTransferred(previous, msg.sender);
    }
}
