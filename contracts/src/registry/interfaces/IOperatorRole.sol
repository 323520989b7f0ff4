// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IRegistryAdmin} from "./IRegistryAdmin.sol";

/// @title Who operates a registry
/// @notice The operator hands itself over. The cold admin may name another operator with seven days' notice, for a key
/// that was lost or stolen.
/// @dev An operator can refuse one announcement in its term, no more: a stolen key must not refuse for ever. The next
/// operator has a veto again, unless it was handed the role while an announcement runs or within `OPERATOR_NOTICE` of a
/// veto: a thief could otherwise hand the role to itself again and again. An announcement therefore outlives a hand-over.
interface IOperatorRole is IRegistryAdmin {
    /// @notice The operator role was offered to `to` (the zero address: the offer was withdrawn).
    event OperatorTransferStarted(address indexed from, address indexed to);
    /// @notice `to` is the operator.
    event OperatorTransferred(address indexed from, address indexed to);
    /// @notice The admin announced that `to` may become the operator from `acceptableAt` (unix seconds) on.
    event OperatorChangeAnnounced(address indexed from, address indexed to, uint256 acceptableAt);
    /// @notice The operator refused what the admin had announced.
    event OperatorChangeVetoed(address indexed by, address indexed to);

    /// @notice The caller is not the operator.
    error NotOperator();
    /// @notice The caller was not offered the operator role.
    error NotPendingOperator();
    /// @notice The caller was not announced as the operator.
    error NotAnnouncedOperator();
    /// @notice The operator has refused an announcement before, at `vetoedAt` (unix seconds).
    error VetoSpent(uint256 vetoedAt);

    /// @notice Offers the operator role to another account, which must accept; the zero address withdraws the offer.
    /// @dev Operator only.
    /// @param newOperator Account that may accept
    function transferOperator(address newOperator) external;

    /// @notice Takes over the operator role that was offered to the caller. An announcement stays.
    /// @dev Reverts `NotPendingOperator` for anyone else.
    function acceptOperator() external;

    /// @notice Announces another operator, which may accept after `OPERATOR_NOTICE`.
    /// @dev Admin only. A later announcement replaces an earlier one and starts the notice anew. Reverts `ZeroAddress`.
    /// @param newOperator Account that may accept
    function announceOperator(address newOperator) external;

    /// @notice Refuses an announced operator, before or after its notice, until it has accepted.
    /// @dev Operator only. Reverts `NothingAnnounced` and `VetoSpent`.
    function vetoOperator() external;

    /// @notice Takes over the operator role after the notice. Offers of the predecessor are void, keepers stay.
    /// @dev Reverts `NotAnnouncedOperator` for anyone else, and `NoticeNotOver`.
    function acceptAnnouncedOperator() external;

    /// @notice The account that admits merchants and sets fees and status.
    function operator() external view returns (address);

    /// @notice The account that the operator offered its role to; zero when none.
    function pendingOperator() external view returns (address);

    /// @notice The account that the admin announced; zero when none.
    function announcedOperator() external view returns (address);

    /// @notice When the announced account may accept, unix seconds; zero when none was announced.
    function announcedOperatorAcceptableAt() external view returns (uint256);

    /// @notice When the operator spent its veto, unix seconds; zero while it has one.
    function operatorVetoedAt() external view returns (uint256);

    /// @notice How long another operator is announced before it may accept, in seconds.
    function OPERATOR_NOTICE() external view returns (uint256);
}
