// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IMerchantRegistry} from "../../../src/registry/interfaces/IMerchantRegistry.sol";
import {Test} from "../../support/Test.sol";
import {IProcessor} from "./IProcessor.sol";

/// @title Deploys the contracts
abstract contract Deployments is Test {
    /// @dev A registry that takes no token.
    /// @param reserved Beside the registry itself and its treasury
    function deployRegistry(address operator, address treasury, address admin, address reserved)
        internal
        returns (IMerchantRegistry)
    {
        address[] memory list = new address[](1);
        list[0] = reserved;
        bytes memory arguments = abi.encode(operator, treasury, admin, new address[](0), list);
        return IMerchantRegistry(deploy("merchant-registry", arguments));
    }

    /// @dev A registry that takes two tokens.
    function deployRegistry(address operator, address treasury, address admin, address usdc, address eurc)
        internal
        returns (IMerchantRegistry)
    {
        address[] memory tokens = new address[](2);
        (tokens[0], tokens[1]) = (usdc, eurc);
        bytes memory arguments = abi.encode(operator, treasury, admin, tokens, new address[](0));
        return IMerchantRegistry(deploy("merchant-registry", arguments));
    }

    function deployProcessor() internal returns (IProcessor) {
        return IProcessor(deploy("payment-processor", ""));
    }
}
