// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IRegistryAnswers} from "./IRegistryAnswers.sol";

/// @title Fees that wait in a core contract
/// @notice What each registry has earned in each token. It leaves to that registry's treasury alone.
/// @dev Tokens that are sent here by a plain transfer belong to no registry, and stay for ever: nothing reads the balance.
interface IFeeAccruals is IRegistryAnswers {
    /// @notice Fees of a registry went to its treasury.
    /// @param amount Smallest unit of `token`
    event FeesSwept(address indexed registry, address indexed token, address indexed treasury, uint256 amount);

    /// @notice Sends a registry's fees in a token to the treasury that the registry names now, but one unit.
    /// @dev Anyone may call it. The unit that stays spares the next payment the cost of filling an empty slot (17,100
    /// gas). Does nothing below two units. Reverts `BadRegistryAnswer`, also for a treasury that is zero or this
    /// contract, and with the token's own text.
    /// @param registry The registry
    /// @param token The token
    /// @return sent What was sent, smallest unit
    function sweepFees(address registry, address token) external returns (uint256 sent);

    /// @notice Fees of a registry in a token that have not been swept, smallest unit.
    function accrued(address registry, address token) external view returns (uint256);
}
