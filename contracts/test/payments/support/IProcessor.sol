// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IERC5267} from "@openzeppelin/contracts/interfaces/IERC5267.sol";
import {IPaymentProcessor} from "../../../src/payments/interfaces/IPaymentProcessor.sol";

/// @title Everything that can be called on the processor
interface IProcessor is IPaymentProcessor, IERC5267 {
    function settleGroup(
        address registry,
        uint256 merchantId,
        address token,
        address by,
        uint256 itemBytes,
        bytes calldata items
    ) external returns (uint256);
}
