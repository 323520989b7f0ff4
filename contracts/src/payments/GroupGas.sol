// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IGroupGas} from "../core/interfaces/IGroupGas.sol";
import {RegistryCalls} from "../core/RegistryCalls.sol";

/// @title Gas rules of batches
/// @notice A call that runs out of gas looks like one that was refused. Each group therefore gets the same gas however
/// much the transaction has, or the whole batch reverts: what fails in a group is then the group's own.
abstract contract GroupGas is IGroupGas {
    /// @inheritdoc IGroupGas
    uint256 public constant MAX_BATCH_ITEMS = 60;
    /// @inheritdoc IGroupGas
    uint256 public constant REGISTRY_GAS_CAP = RegistryCalls.GAS_CAP;
    /// @inheritdoc IGroupGas
    /// @dev More than twice what a public FiatToken takes.
    uint256 public constant ITEM_GAS_CAP = 140_000;
    /// @inheritdoc IGroupGas
    uint256 public constant ITEM_OVERHEAD_GAS = 12_000;
    /// @inheritdoc IGroupGas
    /// @dev Most of it is a payout to a fresh account, and a registry's first fee. Until the payout it stands behind each item's call, which so
    /// receives its whole cap although EIP-150 keeps back 1/64.
    uint256 public constant GROUP_OVERHEAD_GAS = 80_000;
    /// @inheritdoc IGroupGas
    /// @dev The transaction's own cost, and cold accesses.
    uint256 public constant BATCH_OVERHEAD_GAS = 40_000;
    /// @inheritdoc IGroupGas
    uint256 public constant GROUP_CALLDATA_GAS = 6_000;
    /// @inheritdoc IGroupGas
    /// @dev At most 320 bytes of 16 gas (EIP-2028).
    uint256 public constant ITEM_CALLDATA_GAS = 6_000;
    /// @dev Gas between the check before a group and the call into it.
    uint256 private constant CALL_MARGIN_GAS = 1_000;

    /// @inheritdoc IGroupGas
    function groupGas(uint256 itemCount) public pure returns (uint256 gas_) {
        return GROUP_OVERHEAD_GAS + REGISTRY_GAS_CAP + itemCount * (ITEM_GAS_CAP + ITEM_OVERHEAD_GAS);
    }

    /// @inheritdoc IGroupGas
    function batchGasLimit(uint256 groupCount, uint256 itemCount) external pure returns (uint256 gasLimit) {
        uint256 inGroups =
            groupCount * (GROUP_OVERHEAD_GAS + REGISTRY_GAS_CAP) + itemCount * (ITEM_GAS_CAP + ITEM_OVERHEAD_GAS);
        uint256 aroundGroups = groupCount * GROUP_CALLDATA_GAS + itemCount * ITEM_CALLDATA_GAS;
        return BATCH_OVERHEAD_GAS + inGroups * 64 / 63 + aroundGroups;
    }

    /// @dev Reverts `InsufficientGas` when a call could not be given `wanted`: a call receives at most 63/64 of what
    /// is left (EIP-150).
    function _requireGas(uint256 wanted) internal view {
        uint256 left = gasleft();
        if (left - left / 64 < wanted + CALL_MARGIN_GAS) revert InsufficientGas();
    }
}
