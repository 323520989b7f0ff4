// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IMerchantRegistry} from "./interfaces/IMerchantRegistry.sol";
import {IPaymentProcessor} from "./interfaces/IPaymentProcessor.sol";

/// @title What can be paid, and where the money goes
/// @notice Holds the fixed addresses: registry, tokens and treasury.
abstract contract PaymentRouting is IPaymentProcessor {
    /// @dev Where a payment goes: the registry's answer beside what was asked.
    struct Route {
        uint256 merchantId;
        address token;
        address payout;
        uint256 feeBps;
    }

    /// @notice Merchants, their payout addresses and fees.
    IMerchantRegistry public immutable registry;
    /// @notice The first supported token.
    address public immutable usdc;
    /// @notice The second supported token; zero where the chain has none.
    address public immutable eurc;
    /// @notice Account that swept fees go to.
    address public immutable treasury;

    /// @param merchantRegistry Deployed registry
    /// @param usdcToken USDC on this chain
    /// @param eurcToken EURC on this chain, or zero
    /// @param feeTreasury Account that swept fees go to
    constructor(IMerchantRegistry merchantRegistry, address usdcToken, address eurcToken, address feeTreasury) {
        bool eurcValid = eurcToken == address(0) || (eurcToken.code.length > 0 && eurcToken != usdcToken);
        bool othersValid =
            address(merchantRegistry).code.length > 0 && usdcToken.code.length > 0 && feeTreasury != address(0);
        if (!eurcValid || !othersValid) revert InvalidConfiguration();
        registry = merchantRegistry;
        usdc = usdcToken;
        eurc = eurcToken;
        treasury = feeTreasury;
    }

    /// @dev Asks the registry, and refuses what cannot be paid.
    function _route(uint256 merchantId, address token) internal view returns (Route memory) {
        _requireSupported(token);
        (address payout, uint256 feeBps) = registry.route(merchantId);
        if (payout == address(0) || payout == address(this)) revert MerchantNotPayable(merchantId);
        return Route({merchantId: merchantId, token: token, payout: payout, feeBps: feeBps});
    }

    /// @dev Reverts `UnsupportedToken` unless `token` is one of the two.
    function _requireSupported(address token) internal view {
        if (token == usdc || (token == eurc && token != address(0))) return;
        revert UnsupportedToken(token);
    }
}
