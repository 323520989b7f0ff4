// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

/// @title Gas of batches
/// @notice How much a batch needs, so that too little never passes for a failed payment.
interface IGroupGas {
    /// @notice The transaction's gas limit is too low for its items; see `batchGasLimit`.
    error InsufficientGas();

    /// @notice The gas that a group of a batch runs with, never more and never less:
    /// `GROUP_OVERHEAD_GAS + REGISTRY_GAS_CAP + items × (ITEM_GAS_CAP + ITEM_OVERHEAD_GAS)`.
    /// @param itemCount Items in the group
    function groupGas(uint256 itemCount) external pure returns (uint256 gas_);

    /// @notice The gas limit with which a batch can always run to its end, whatever its items do:
    /// `BATCH_OVERHEAD_GAS + (sum of groupGas) × 64 / 63 + groups × GROUP_CALLDATA_GAS + items × ITEM_CALLDATA_GAS`.
    /// @dev Includes the transaction's own cost and calldata. The factor is what EIP-150 keeps back from the call in
    /// which a group runs. The largest batch stays under the transaction cap of EIP-7825 (16,777,216).
    /// @param groupCount Groups in the batch
    /// @param itemCount Items in all groups together
    /// @return gasLimit Gas limit of the transaction
    function batchGasLimit(uint256 groupCount, uint256 itemCount) external pure returns (uint256 gasLimit);

    /// @notice Most items in one batch, over all its groups.
    function MAX_BATCH_ITEMS() external view returns (uint256);

    /// @notice Gas that a registry may use for one answer.
    function REGISTRY_GAS_CAP() external view returns (uint256);

    /// @notice Gas that the token may use for one item.
    function ITEM_GAS_CAP() external view returns (uint256);

    /// @notice Gas that the contract may use for one item around the token's call.
    function ITEM_OVERHEAD_GAS() external view returns (uint256);

    /// @notice Gas that a group may use besides its items and the registry's answer.
    function GROUP_OVERHEAD_GAS() external view returns (uint256);

    /// @notice Gas that a batch may use besides its groups.
    function BATCH_OVERHEAD_GAS() external view returns (uint256);

    /// @notice Gas of a group's calldata and of the call into it.
    function GROUP_CALLDATA_GAS() external view returns (uint256);

    /// @notice Gas of an item's calldata and of passing it on.
    function ITEM_CALLDATA_GAS() external view returns (uint256);
}
