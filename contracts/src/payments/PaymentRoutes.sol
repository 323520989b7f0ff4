// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IMerchantRegistry} from "./interfaces/IMerchantRegistry.sol";
import {IPaymentProcessor} from "./interfaces/IPaymentProcessor.sol";
import {FeeTreasury} from "./FeeTreasury.sol";

/// @title What can be paid, and where the money goes
/// @notice Holds the fixed addresses: registry and tokens.
abstract contract PaymentRoutes is IPaymentProcessor, FeeTreasury {
    /// @dev Where payments go: the registry's answer beside what was asked.
    struct Route {
        uint256 merchantId;
        address token;
        address payout;
        uint256 feeBps;
    }

    /// @dev Basis points in the whole.
    uint256 internal constant BPS = 10_000;

    /// @inheritdoc IPaymentProcessor
    IMerchantRegistry public immutable registry;
    /// @inheritdoc IPaymentProcessor
    address public immutable usdc;
    /// @inheritdoc IPaymentProcessor
    address public immutable eurc;

    /// @param merchantRegistry Deployed registry
    /// @param usdcToken USDC on this chain
    /// @param eurcToken EURC on this chain, or zero
    /// @param firstTreasury Account that fees belong to
    /// @param coldAdmin Account that may announce another treasury; neither treasury nor the registry's operator
    constructor(
        IMerchantRegistry merchantRegistry,
        address usdcToken,
        address eurcToken,
        address firstTreasury,
        address coldAdmin
    ) FeeTreasury(firstTreasury, coldAdmin) {
        bool tokensValid = usdcToken.code.length > 0
            && (eurcToken == address(0) || (eurcToken.code.length > 0 && eurcToken != usdcToken));
        if (!tokensValid || address(merchantRegistry).code.length == 0) revert InvalidConfiguration();
        bool apart = coldAdmin != firstTreasury && coldAdmin != merchantRegistry.operator();
        if (firstTreasury == address(0) || coldAdmin == address(0) || !apart) revert InvalidConfiguration();
        registry = merchantRegistry;
        usdc = usdcToken;
        eurc = eurcToken;
    }

    /// @dev Asks the registry, refuses what cannot be paid, and logs what the payments that follow have in common.
    function _openRoute(uint256 merchantId, address token) internal returns (Route memory route) {
        _requireSupported(token);
        (address payout, uint256 feeBps) = registry.route(merchantId);
        if (payout == address(0) || payout == address(this)) revert MerchantNotPayable(merchantId);
        emit PaymentsRouted(merchantId, token, payout, feeBps);
        return Route({merchantId: merchantId, token: token, payout: payout, feeBps: feeBps});
    }

    /// @dev What the merchant gets of a gross `amount`, smallest unit. The fee rounds down. Beyond 2^256 / 300 it
    /// reverts, which no token's supply comes near.
    function _net(uint256 amount, uint256 feeBps) internal pure returns (uint256) {
        return amount - amount * feeBps / BPS;
    }

    /// @inheritdoc FeeTreasury
    function _requireSupported(address token) internal view override {
        if (token == usdc || (token == eurc && token != address(0))) return;
        revert UnsupportedToken(token);
    }
}
