// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IMerchantRegistryV2} from "../../../src/v2/interfaces/IMerchantRegistryV2.sol";
import {Test} from "../../support/Test.sol";
import {IProcessor} from "./IProcessor.sol";

/// @title Deploys the contracts of version 2
/// @dev By name: a test that imported them would have to be compiled through the IR as they are.
abstract contract VersionTwo is Test {
    function deployRegistry(address operator) internal returns (IMerchantRegistryV2) {
        return IMerchantRegistryV2(_create("MerchantRegistryV2.sol:MerchantRegistryV2", abi.encode(operator)));
    }

    function deployProcessor(IMerchantRegistryV2 registry, address usdc, address eurc, address treasury, address admin)
        internal
        returns (IProcessor)
    {
        bytes memory arguments = abi.encode(registry, usdc, eurc, treasury, admin);
        return IProcessor(_create("PaymentProcessorV2.sol:PaymentProcessorV2", arguments));
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
