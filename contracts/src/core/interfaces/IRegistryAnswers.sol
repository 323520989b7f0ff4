// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

/// @title What the core does not take from a registry
interface IRegistryAnswers {
    /// @notice The registry gave no answer, or one that is out of its bounds.
    error BadRegistryAnswer(address registry);
}
