// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {Vm} from "./Vm.sol";

/// @title What every test builds on
abstract contract Test {
    Vm internal constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    /// @dev Deploys a contract from contracts/artifacts: the bytes that are released, however the tests are compiled.
    function deploy(string memory artifact, bytes memory arguments) internal returns (address created) {
        string memory path = string.concat("contracts/artifacts/", artifact, ".json");
        bytes memory code = bytes.concat(vm.getCode(path), arguments);
        assembly ("memory-safe") {
            created := create(0, add(code, 0x20), mload(code))
            if iszero(created) {
                returndatacopy(0, 0, returndatasize())
                revert(0, returndatasize())
            }
        }
    }

    /// @dev An address that only its name leads to.
    function named(string memory name) internal pure returns (address) {
        return vm.addr(uint256(keccak256(bytes(name))));
    }

    /// @dev Folds any number into `low..high`, both included.
    function between(uint256 value, uint256 low, uint256 high) internal pure returns (uint256) {
        return low + value % (high - low + 1);
    }

    /// @dev A refusal with its text, as `require` reverts.
    function text(string memory reason) internal pure returns (bytes memory) {
        return abi.encodeWithSignature("Error(string)", reason);
    }

    /// @dev The separator of a domain with name, version, chain id and contract (EIP-712).
    function domainSeparator(string memory name, string memory version, address contract_)
        internal
        view
        returns (bytes32)
    {
        return keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256(bytes(name)),
                keccak256(bytes(version)),
                block.chainid,
                contract_
            )
        );
    }

    /// @dev The digest that is signed for a struct (EIP-712).
    function typedDigest(bytes32 separator, bytes32 structHash) internal pure returns (bytes32) {
        return keccak256(abi.encodePacked("\x19\x01", separator, structHash));
    }
}
