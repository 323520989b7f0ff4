// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IMerchantRegistry} from "../../../src/payments/interfaces/IMerchantRegistry.sol";
import {Test} from "../../support/Test.sol";
import {IProcessor} from "./IProcessor.sol";

/// @title Deploys the contracts
/// @dev By name: a test that imported them would have to be compiled through the IR as they are.
abstract contract Deployments is Test {
    function deployRegistry(address operator) internal returns (IMerchantRegistry) {
        return IMerchantRegistry(_create("MerchantRegistry.sol:MerchantRegistry", abi.encode(operator)));
    }

    function deployProcessor(IMerchantRegistry registry, address usdc, address eurc, address treasury, address admin)
        internal
        returns (IProcessor)
    {
        bytes memory arguments = abi.encode(registry, usdc, eurc, treasury, admin);
        return IProcessor(_create("PaymentProcessor.sol:PaymentProcessor", arguments));
    }

    function _create(string memory artifact, bytes memory arguments) internal returns (address created) {
        bytes memory code = bytes.concat(vm.getCode(artifact), arguments);
        assembly ("memory-safe") {
            created := create(0, add(code, 0x20), mload(code))
            if iszero(created) {
                returndatacopy(0, 0, returndatasize())
                revert(0, returndatasize())
            }
        }
    }
}
