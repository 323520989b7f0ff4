// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IMerchantRegistry} from "../../../src/payments/interfaces/IMerchantRegistry.sol";
import {Test} from "../../support/Test.sol";
import {IProcessor} from "./IProcessor.sol";

/// @title Deploys the contracts
abstract contract Deployments is Test {
    /// @param reserved Beside the registry itself
    function deployRegistry(address operator, address admin, address reserved) internal returns (IMerchantRegistry) {
        address[] memory list = new address[](1);
        list[0] = reserved;
        return IMerchantRegistry(deploy("merchant-registry", abi.encode(operator, admin, list)));
    }

    function deployProcessor(IMerchantRegistry registry, address usdc, address eurc, address treasury, address admin)
        internal
        returns (IProcessor)
    {
        bytes memory arguments = abi.encode(registry, usdc, eurc, treasury, admin);
        return IProcessor(deploy("payment-processor", arguments));
    }
}
