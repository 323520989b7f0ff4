// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IRegistryAdmin} from "./IRegistryAdmin.sol";

/// @title The tokens that merchants of a registry are paid in
interface IAcceptedTokens is IRegistryAdmin {
    /// @notice Merchants can be paid in `token` from now on.
    event TokenAccepted(address indexed token);

    /// @notice There is no contract at the address.
    error NotAToken(address token);

    /// @notice Accepts a further token for ever.
    /// @dev Admin only. Harmless for a token that is accepted. Reverts `NotAToken`.
    /// @param token The token
    function acceptToken(address token) external;

    /// @notice Whether merchants can be paid in a token.
    function isAccepted(address token) external view returns (bool);
}
