// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IERC5267} from "@openzeppelin/contracts/interfaces/IERC5267.sol";
import {IFeeTreasury} from "../../../src/v2/interfaces/IFeeTreasury.sol";
import {IPaymentProcessorV2} from "../../../src/v2/interfaces/IPaymentProcessorV2.sol";

/// @title Everything that can be called on the processor of version 2
interface IProcessor is IPaymentProcessorV2, IFeeTreasury, IERC5267 {
    function settleGroup(uint256 merchantId, address token, uint256 itemBytes, bytes calldata items)
        external
        returns (uint256);
}
