// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IRoutes} from "./interfaces/IRoutes.sol";
import {RegistryCalls} from "./RegistryCalls.sol";

/// @dev Where money goes: a registry's answer beside what it was asked.
struct Route {
    address registry;
    uint256 merchantId;
    address token;
    address payout;
    uint256 feeBps;
}

/// @title Where money goes
/// @notice Asks a registry once for everything that payments to a merchant in a token have in common.
abstract contract Routes is IRoutes {
    /// @dev Basis points in the whole.
    uint256 private constant BPS = 10_000;

    /// @dev Asks the registry, and refuses what cannot be paid. A token without code would swallow calls, and seem to
    /// have moved what it did not.
    function _askRoute(address registry, uint256 merchantId, address token) internal view returns (Route memory route) {
        (address payout, uint256 feeBps, bool isAccepted) = RegistryCalls.route(registry, merchantId, token);
        if (!isAccepted || token.code.length == 0) revert UnsupportedToken(token);
        if (payout == address(0) || payout == address(this)) revert MerchantNotPayable(merchantId);
        return Route({registry: registry, merchantId: merchantId, token: token, payout: payout, feeBps: feeBps});
    }

    /// @dev The platform's part of a gross `amount`, smallest unit, rounded down. Beyond 2^256 / 300 it reverts, which no
    /// token's supply comes near.
    function _feeOf(uint256 amount, uint256 feeBps) internal pure returns (uint256) {
        return amount * feeBps / BPS;
    }
}
