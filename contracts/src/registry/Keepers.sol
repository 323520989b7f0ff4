// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IKeepers} from "./interfaces/IKeepers.sol";
import {OperatorRole} from "./OperatorRole.sol";

/// @title Who may charge subscriptions
abstract contract Keepers is IKeepers, OperatorRole {
    /// @inheritdoc IKeepers
    mapping(address account => bool) public isKeeper;

    /// @inheritdoc IKeepers
    function setKeeper(address keeper, bool allowed) external onlyOperator {
        isKeeper[keeper] = allowed;
        emit KeeperSet(keeper, allowed);
    }
}
