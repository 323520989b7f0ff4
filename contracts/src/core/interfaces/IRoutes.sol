// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IRegistryAnswers} from "./IRegistryAnswers.sol";

/// @title Where money goes
interface IRoutes is IRegistryAnswers {
    /// @notice The registry does not take the token, or the token has no code.
    error UnsupportedToken(address token);
    /// @notice The merchant is unknown, closed, suspended past its time, or has this contract as its payout.
    error MerchantNotPayable(uint256 merchantId);
}
