// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IGroupGas} from "../core/interfaces/IGroupGas.sol";
import {RegistryCalls} from "../core/RegistryCalls.sol";

/// @title Gas of batches of charges
/// @notice What a group must be given so that no charge fails for want of gas.
/// @dev A charge of a real USDC behind its proxy takes some 32,000 gas, with an account that was not in use some 20,000
/// more. The caps are far above that.
abstract contract ChargeGas is IGroupGas {
    /// @inheritdoc IGroupGas
    uint256 public constant MAX_BATCH_ITEMS = 60;
    /// @inheritdoc IGroupGas
    uint256 public constant REGISTRY_GAS_CAP = RegistryCalls.GAS_CAP;
    /// @inheritdoc IGroupGas
    uint256 public constant ITEM_GAS_CAP = 120_000;
    /// @inheritdoc IGroupGas
    uint256 public constant ITEM_OVERHEAD_GAS = 20_000;
    /// @inheritdoc IGroupGas
    uint256 public constant GROUP_OVERHEAD_GAS = 80_000;
    /// @inheritdoc IGroupGas
    /// @dev The registry's answer about the keeper comes before the groups.
    uint256 public constant BATCH_OVERHEAD_GAS = 75_000;
    /// @inheritdoc IGroupGas
    uint256 public constant GROUP_CALLDATA_GAS = 6_000;
    /// @inheritdoc IGroupGas
    uint256 public constant ITEM_CALLDATA_GAS = 5_200;
    /// @dev What a call costs by itself.
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

    /// @dev Reverts unless a call can be given `wanted` gas: of what is left, a call gets 63 of 64 parts (EIP-150).
    function _requireGas(uint256 wanted) internal view {
        uint256 left = gasleft();
        if (left - left / 64 < wanted + CALL_MARGIN_GAS) revert InsufficientGas();
    }
}
