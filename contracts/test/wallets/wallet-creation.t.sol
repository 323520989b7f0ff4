// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {LocalWalletFactory} from "../../src/local/LocalWalletFactory.sol";
import {WalletFactoryCall} from "../../src/wallets/WalletFactoryCall.sol";
import {Test} from "../support/Test.sol";

/// @dev Notes who called it and what came along, and creates a wallet with the local factory.
contract RecordingFactory {
    LocalWalletFactory private immutable inner = new LocalWalletFactory();
    address public caller;
    uint256 public value;
    uint256 public gasGiven;
    uint256 public calls;

    function createAccount(address signer, uint256 salt) external payable {
        (gasGiven, caller, value, calls) = (gasleft(), msg.sender, msg.value, calls + 1);
        inner.createAccount(signer, salt);
    }

    function walletOf(address signer, uint256 salt) external view returns (address) {
        return inner.getAddress(signer, salt);
    }

    /// @dev Answers with as many bytes as the gas pays for.
    function flood() external pure {
        assembly ("memory-safe") {
            return(0, 1000000)
        }
    }
}

contract WalletCreationTest is Test {
    uint256 private constant GAS = 1_000_000;

    RecordingFactory private factory;
    address private signer;
    address private wallet;
    bytes private call;

    function setUp() public {
        factory = new RecordingFactory();
        signer = named("signer");
        wallet = factory.walletOf(signer, 1);
        call = abi.encodeCall(RecordingFactory.createAccount, (signer, 1));
    }

    function test_creates_the_wallet_and_leaves_no_code_of_its_own() public {
        address creation = deploy("wallet-creation", abi.encode(wallet, address(factory), call, GAS));
        vm.assertTrue(wallet.code.length != 0, "created");
        vm.assertEq(creation.code.length, 0, "no code");
        vm.assertEq(factory.value(), 0, "no value");
    }

    function test_is_the_caller_of_the_factory_itself() public {
        address creation = deploy("wallet-creation", abi.encode(wallet, address(factory), call, GAS));
        vm.assertEq(factory.caller(), creation, "an address that was never used before");
        vm.assertTrue(factory.caller() != address(this) && factory.caller() != tx.origin, "not the sender");
    }

    function test_gives_the_factory_no_more_than_the_gas_that_it_is_told() public {
        deploy("wallet-creation", abi.encode(wallet, address(factory), call, GAS));
        vm.assertTrue(factory.gasGiven() < GAS, "at most");
        vm.assertTrue(factory.gasGiven() > GAS - 10_000, "all of it");
    }

    function test_does_not_call_the_factory_of_a_wallet_that_is_there() public {
        deploy("wallet-creation", abi.encode(wallet, address(factory), call, GAS));
        deploy("wallet-creation", abi.encode(wallet, address(factory), call, GAS));
        vm.assertEq(factory.calls(), 1, "once");
    }

    function test_refuses_a_factory_that_creates_nothing_or_another_wallet() public {
        bytes[3] memory wrong =
            [bytes(""), abi.encodeCall(RecordingFactory.createAccount, (signer, 2)), abi.encodeCall(factory.flood, ())];
        for (uint256 i = 0; i < wrong.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(WalletFactoryCall.WalletNotCreated.selector, wallet));
            this.deployed("wallet-creation", abi.encode(wallet, address(factory), wrong[i], GAS));
        }
        vm.assertEq(factory.walletOf(signer, 2).code.length, 0, "nothing is left of it");
    }

    function test_a_trial_returns_what_the_call_after_it_returns() public {
        bytes memory asked = abi.encodeCall(RecordingFactory.walletOf, (signer, 1));
        bytes memory arguments = abi.encode(wallet, address(factory), call, GAS, address(factory), asked);
        address trial = deploy("wallet-trial", arguments);
        vm.assertEq(keccak256(trial.code), keccak256(abi.encode(abi.encode(wallet))), "the answer");
    }

    function test_a_trial_reverts_as_the_call_after_it_reverts() public {
        bytes memory asked = abi.encodeWithSignature("missing()");
        bytes memory arguments = abi.encode(wallet, address(factory), call, GAS, address(this), asked);
        vm.expectRevert(text("not here"));
        this.deployed("wallet-trial", arguments);
    }

    function test_a_trial_refuses_a_factory_that_creates_nothing() public {
        bytes memory asked = abi.encodeCall(RecordingFactory.walletOf, (signer, 1));
        vm.expectRevert(abi.encodeWithSelector(WalletFactoryCall.WalletNotCreated.selector, wallet));
        this.deployed("wallet-trial", abi.encode(wallet, address(factory), bytes(""), GAS, address(factory), asked));
    }

    function deployed(string memory artifact, bytes memory arguments) external returns (address) {
        return deploy(artifact, arguments);
    }

    function missing() external pure {
        revert("not here");
    }
}
