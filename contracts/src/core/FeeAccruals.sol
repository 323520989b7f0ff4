// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {IFeeAccruals} from "./interfaces/IFeeAccruals.sol";
import {RegistryCalls} from "./RegistryCalls.sol";

/// @title Fees that wait in a core contract
/// @notice The part of a contract that counts each registry's fees, and lets them out.
/// @dev Payments never send to a treasury: one that cannot receive stops nothing. Nothing reads the token's balance, so
/// that what a registry or a token does moves no other registry's fees.
abstract contract FeeAccruals is IFeeAccruals, ReentrancyGuardTransient {
    using SafeERC20 for IERC20;

    /// @inheritdoc IFeeAccruals
    mapping(address registry => mapping(address token => uint256)) public accrued;

    /// @inheritdoc IFeeAccruals
    function sweepFees(address registry, address token) external nonReentrant returns (uint256 sent) {
        uint256 fees = accrued[registry][token];
        if (fees < 2) return 0;
        address treasury = RegistryCalls.treasury(registry);
        if (treasury == address(0) || treasury == address(this)) revert BadRegistryAnswer(registry);
        sent = fees - 1;
        accrued[registry][token] = 1;
        emit FeesSwept(registry, token, treasury, sent);
        IERC20(token).safeTransfer(treasury, sent);
    }

    /// @dev Counts what a registry has earned, smallest unit of `token`.
    function _accrue(address registry, address token, uint256 fee) internal {
        if (fee != 0) accrued[registry][token] += fee;
    }
}
