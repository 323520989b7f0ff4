// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {LocalSmartWallet} from "./LocalSmartWallet.sol";

/// @title A factory of smart wallets, for local chains
/// @notice Has the functions that factories of ERC-4337 accounts have: the address is known before the wallet is
/// created, and creating it again returns it.
contract LocalWalletFactory {
    /// @notice Creates the wallet of a key, or returns it.
    /// @param signer The key that signs for the wallet
    /// @param salt Tells wallets of one key apart
    /// @return wallet Its address
    function createAccount(address signer, uint256 salt) external returns (address wallet) {
        wallet = getAddress(signer, salt);
        if (wallet.code.length == 0) new LocalSmartWallet{salt: bytes32(salt)}(signer);
    }

    /// @notice Where the wallet of a key is, or will be (EIP-1014).
    /// @param signer The key that signs for the wallet
    /// @param salt Tells wallets of one key apart
    /// @return wallet Its address
    function getAddress(address signer, uint256 salt) public view returns (address wallet) {
        bytes32 code = keccak256(abi.encodePacked(type(LocalSmartWallet).creationCode, abi.encode(signer)));
        bytes32 digest = keccak256(abi.encodePacked(bytes1(0xff), address(this), bytes32(salt), code));
        return address(uint160(uint256(digest)));
    }
}
