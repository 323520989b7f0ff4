// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {FeeAccruals} from "../core/FeeAccruals.sol";
import {Route, Routes} from "../core/Routes.sol";
import {IPaymentProcessor} from "./interfaces/IPaymentProcessor.sol";

/// @title Where payments go
abstract contract PaymentRoutes is IPaymentProcessor, Routes, FeeAccruals {
    /// @dev Asks the registry, refuses what cannot be paid, and logs what the payments that follow have in common.
    /// @param by Account that submitted them
    function _openRoute(address registry, uint256 merchantId, address token, address by)
        internal
        returns (Route memory route)
    {
        route = _askRoute(registry, merchantId, token);
        emit PaymentsRouted(registry, merchantId, token, route.payout, route.feeBps, by);
    }
}
